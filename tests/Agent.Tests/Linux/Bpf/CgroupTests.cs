using IwTune.Agent.Linux.Bpf;

namespace IwTune.Agent.Tests.Linux.Bpf;

/// <summary>The lines are of real hosts: a hybrid one, a unified one, and containers.</summary>
public sealed class CgroupTests
{
    private const string Tmpfs = "31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755";
    private const string Memory = "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory";
    private const string Hybrid = "41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw";
    private const string Unified =
        "35 25 0:30 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate,memory_recursiveprot";
    private const string Container = "1120 1110 0:30 /system.slice/docker-1f.scope /sys/fs/cgroup ro,nosuid - cgroup2 cgroup rw";

    [Theory]
    [InlineData(Hybrid, "/", "/sys/fs/cgroup/unified")]
    [InlineData(Unified, "/", "/sys/fs/cgroup")]
    [InlineData(Container, "/system.slice/docker-1f.scope", "/sys/fs/cgroup")]
    [InlineData(@"41 31 0:38 / /mnt/my\040groups rw - cgroup2 none rw", "/", "/mnt/my groups")]
    [InlineData(@"41 31 0:38 /\134040 /mnt/a\011\08\04 rw - cgroup2 none rw", @"/\040", "/mnt/a\t\\08\\04")]
    public void The_hierarchy_is_found_among_the_mounts(string line, string root, string point) =>
        Assert.Equal(new CgroupMount(root, point), Cgroup.Mount([Tmpfs, Memory, line]));

    [Fact]
    public void A_host_with_version_1_alone_has_none() => Assert.Null(Cgroup.Mount([Tmpfs, Memory, "", "cut off - cgroup2"]));

    [Theory]
    [InlineData("/", "/system.slice/iwtune.service", "/m/system.slice/iwtune.service")]
    [InlineData("/", "/", "/m")]
    [InlineData("/system.slice/docker-1f.scope", "/system.slice/docker-1f.scope", "/m")]
    [InlineData("/system.slice/docker-1f.scope", "/system.slice/docker-1f.scope/init", "/m/init")]
    [InlineData("/", "/../other", "/m")]
    [InlineData("/", "/not shown", "/m")]
    public void The_group_of_this_process_is_a_directory_of_the_mount(string root, string path, string directory) =>
        Assert.Equal(
            directory,
            Cgroup.Within(
                new CgroupMount(root, "/m"),
                ["9:name=systemd:/x", "0::" + path],
                found => !found.Contains("not shown", StringComparison.Ordinal)
            )
        );
}
