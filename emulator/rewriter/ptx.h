// Inline PTX in device code. The instructions that programs use most are translated: special registers, bit fields,
// integer and float arithmetic, loads and stores with cache operators, fences and barriers. An asm() becomes the call of
// a lambda whose parameters are its operands.
#pragma once
#include "edits.h"
#include "source_text.h"

#include <string>

namespace rewriter {

bool is_assembly(const SourceText& source, int i);
// What is wrong with the asm() at i for the emulator: the instruction that it does not know; "" if it can be translated.
std::string untranslatable_ptx(const SourceText& source, int i);
void translate_ptx(const SourceText& source, Edits& edits);

}  // namespace rewriter
