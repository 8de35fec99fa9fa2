// What travels between the GPUs, link by link, and what waits for it.
#include "lessons.h"

namespace {

nlohmann::json on_gpus(int gpus, const std::string& command)
{
    return run_json_once("env CUDA_EMULATOR=devices=" + std::to_string(gpus) + " " + command);
}

const nlohmann::json& version_of(const nlohmann::json& run, const std::string& version)
{
    for (const auto& one : run["versions"])
        if (one["version"] == version)
            return one;
    throw std::runtime_error("no " + version);
}

// Bytes from one GPU to another, by one means: "copies", "writes", ...
double bytes(const nlohmann::json& run, const std::string& version, int from, int to,
             const std::string& means)
{
    for (const auto& link : version_of(run, version)["counters"]["links"])
        if (link["from"] == from && link["to"] == to)
            return link[means]["bytes"];
    return 0;
}

double counted(const nlohmann::json& run, const std::string& version, const std::string& counter)
{
    return version_of(run, version)["counters"][counter];
}

std::size_t links(const nlohmann::json& run, const std::string& version)
{
    return version_of(run, version)["counters"]["links"].size();
}

// 256 x 128 cells on 4 GPUs, 2 steps of 8 generations. A row has 32 bytes.
constexpr int kSteps = 2, kEdge = 8 * 32, kGpus = 4;

const nlohmann::json& halo()
{
    static const auto run = on_gpus(kGpus, "halo --width 256 --height 128 --generations 16");
    return run;
}

TEST(Halo, AllNumbersOfGpusGiveTheBoardOfOne)
{
    const auto cells =
        run_json_once("gol_v6 -n 128 --start random --generations 17")["versions"][0]["figures"];
    for (const int gpus : {1, 3, 8}) {  // the self-tests have 2 and 4, too
        const auto run = on_gpus(gpus, "halo -n 128 --generations 17");
        for (const std::string version : {"v1", "v2", "v3", "v4", "v5"}) {
            EXPECT_EQ(version_of(run, version)["status"], "ok") << version << " on " << gpus;
            EXPECT_EQ(version_of(run, version)["figures"], cells) << version << " on " << gpus;
        }
    }
}

TEST(Halo, V1CopiesThroughTheHostAndWaits)
{
    EXPECT_EQ(links(halo(), "v1"), 0);
    const auto copies = version_of(halo(), "v1")["counters"]["pageable_copies"];
    EXPECT_EQ(copies["synchronous"], 4 * kGpus * kSteps);  // two edges of each GPU, down and up
    EXPECT_EQ(copies["bytes"], 4 * kGpus * kSteps * kEdge);
    EXPECT_GT(counted(halo(), "v1", "host_waits"), kSteps);
}

TEST(Halo, V2SendsEdgesToTheNeighboursAlone)
{
    EXPECT_EQ(links(halo(), "v2"), 2 * kGpus);
    for (int gpu = 0; gpu < kGpus; ++gpu)
        for (const int neighbour : {(gpu + 1) % kGpus, (gpu + 3) % kGpus})
            EXPECT_EQ(bytes(halo(), "v2", gpu, neighbour, "copies"), kSteps * kEdge);
    EXPECT_EQ(counted(halo(), "v2", "host_waits"), 0);
    EXPECT_EQ(counted(halo(), "v2", "streams"), kGpus);
    EXPECT_EQ(counted(halo(), "v2", "operations"), 3 * kGpus * kSteps);  // a kernel and two copies
    EXPECT_EQ(counted(halo(), "v2", "longest_chain"), 3 * kSteps);
}

TEST(Halo, V3HasAStreamForTheInside)
{
    EXPECT_EQ(counted(halo(), "v3", "streams"), 2 * kGpus);
    EXPECT_EQ(counted(halo(), "v3", "operations"), 5 * kGpus * kSteps);
    EXPECT_EQ(counted(halo(), "v3", "host_waits"), 0);
    for (int gpu = 0; gpu < kGpus; ++gpu)
        EXPECT_EQ(bytes(halo(), "v3", gpu, (gpu + 1) % kGpus, "copies"), kSteps * kEdge);
}

TEST(Halo, V4HasNoCopies)
{
    EXPECT_EQ(links(halo(), "v4"), 2 * kGpus);
    for (int gpu = 0; gpu < kGpus; ++gpu) {
        EXPECT_EQ(bytes(halo(), "v4", gpu, (gpu + 1) % kGpus, "copies"), 0);
        EXPECT_EQ(bytes(halo(), "v4", gpu, (gpu + 1) % kGpus, "writes"), kSteps * kEdge);
    }
    EXPECT_EQ(counted(halo(), "v4", "operations"), 3 * kGpus * kSteps);
    EXPECT_LT(counted(halo(), "v4", "longest_chain"), counted(halo(), "v3", "longest_chain"));
}

TEST(Halo, V5SendsTheSameByNccl)
{
    for (int gpu = 0; gpu < kGpus; ++gpu)
        EXPECT_EQ(bytes(halo(), "v5", gpu, (gpu + 1) % kGpus, "collectives"), kSteps * kEdge);
}

TEST(Halo, WeakGrowsWithTheGpus)
{
    const auto run = on_gpus(3, "halo_v2 -n 128 --weak");
    EXPECT_NE(run["input"].dump().find("128 x 384 cells"), std::string::npos) << run["input"];
    EXPECT_NE(run["input"].dump().find("as much for each as for one"), std::string::npos);
}

TEST(AllReduce, LinksCarryTheFewestBytes)
{
    constexpr int kNumbers = 4096;
    const auto run = on_gpus(4, "allreduce -n 4096");
    EXPECT_EQ(links(run, "v1"), 0);
    EXPECT_EQ(version_of(run, "v1")["counters"]["pageable_copies"]["bytes"], 2 * 4 * 4 * kNumbers);
    for (int gpu = 0; gpu < 4; ++gpu)
        for (int other = 0; other < 4; ++other)
            if (other != gpu) {  // a slice of its numbers is read, one of sums is written
                EXPECT_EQ(bytes(run, "v2", gpu, other, "reads"), kNumbers);
                EXPECT_EQ(bytes(run, "v2", gpu, other, "writes"), kNumbers);
            }
    for (int gpu = 0; gpu < 4; ++gpu)  // to the next in the ring: 2 (N - 1) / N of the numbers
        EXPECT_EQ(bytes(run, "v3", gpu, (gpu + 1) % 4, "collectives"), 6 * kNumbers);
}

TEST(AllPairs, EachPairIsComputedOnce)
{
    // 4 chunks of 256 bodies: one on each of 4 GPUs meets itself, the next, and the one opposite.
    const auto run = on_gpus(4, "allpairs -n 1024 --steps 1");
    EXPECT_EQ(links(run, "v1"), 0);
    for (int gpu = 0; gpu < 4; ++gpu) {
        const int next = (gpu + 1) % 4, opposite = (gpu + 2) % 4, before = (gpu + 3) % 4;
        for (const int other : {next, opposite}) {
            EXPECT_EQ(bytes(run, "v2", other, gpu, "copies"), 256 * 16 + (other == opposite ? 256 * 12 : 0));
            EXPECT_EQ(bytes(run, "v2", gpu, other, "copies"), 256 * 12 + (other == opposite ? 256 * 16 : 0));
        }
        EXPECT_EQ(bytes(run, "v2", before, gpu, "copies"), 256 * 12);
    }
    EXPECT_EQ(counted(run, "v2", "host_waits"), 0);
    EXPECT_GT(counted(run, "v1", "host_waits"), 4);
}

TEST(OneGpu, HasNothingToExchange)
{
    for (const char* ladder : {"halo -n 64 --generations 8", "allreduce", "allpairs -n 300 --steps 1"}) {
        const auto run = on_gpus(1, ladder);
        for (const auto& version : run["versions"]) {
            if (version["status"] == "not built") {
                EXPECT_NE(version["detail"].dump().find("MPI"), std::string::npos) << version["detail"];
                continue;
            }
            EXPECT_EQ(version["status"], "ok") << ladder << " " << version["version"];
            EXPECT_TRUE(version["counters"]["links"].empty()) << ladder << " " << version["version"];
            EXPECT_NE(version["remarks"].dump().find("nothing to exchange"), std::string::npos);
        }
    }
}

}  // namespace
