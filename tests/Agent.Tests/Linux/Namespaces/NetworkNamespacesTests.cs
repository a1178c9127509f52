using IwTune.Agent.Linux.Namespaces;
using IwTune.Agent.Ports;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.Namespaces;

public sealed class NetworkNamespacesTests
{
    [Fact]
    public async Task Named_and_nameless_ones_are_found_with_their_processes()
    {
        using var named = Privileged.Namespace("named");
        using var other = NetNamespace.Create("nameless");
        using var first = named.Start("sleep", "600");
        using var second = named.Start("sleep", "600");
        using var hidden = other.Start("unshare", "--net", "sleep", "600");
        var number = ulong.Parse(
            named.Exec("readlink", "/proc/self/ns/net").Trim()[5..^1],
            System.Globalization.CultureInfo.InvariantCulture
        );
        await Until.TrueAsync(
            () =>
                Read().Others.Count(space => space.Example.Contains("sleep", StringComparison.Ordinal)) >= 2
                && Read().Others.Any(space => space.Number == number && space.Processes == 2),
            () => string.Join("\n", Read().All)
        );

        var reading = Read();
        Assert.True(reading.All[0].IsOwn);
        Assert.Single(reading.All, space => space.IsOwn);
        var found = Assert.Single(reading.All, space => space.Name == named.Name);
        Assert.Equal((number, 2, false), (found.Number, found.Processes, found.IsOwn));
        Assert.Equal(reading.All.Count, reading.All.DistinctBy(space => space.Number).Count());
        Assert.Contains(
            reading.Others,
            space => space.Name.Length == 0 && space.Example.StartsWith("sleep, pid ", StringComparison.Ordinal)
        );
        Assert.Contains(named.Run(Read).All, space => space.IsOwn && space.Name == named.Name);
    }

    [Theory]
    [InlineData("0::/system.slice/docker-3f2a9c1b2d4e5f60718293a4b5c6d7e8f90123456789abcdef0123456789abcd.scope", "3f2a9c1b2d4e")]
    [InlineData(
        "0::/kubepods.slice/kubepods-pod1.slice/cri-containerd-aaaaaaaaaaaa5f60718293a4b5c6d7e8f90123456789abcdef0123456789abcd.scope",
        "aaaaaaaaaaaa"
    )]
    [InlineData("4:memory:/docker/0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef", "0123456789ab")]
    [InlineData("0::/user.slice/user-1000.slice/session-3.scope", "")]
    [InlineData("0::/", "")]
    public void A_container_is_known_by_its_control_group(string line, string id) =>
        Assert.Equal(id, NetworkNamespaces.ContainerId([line]));

    [Fact]
    public void Where_nothing_can_be_read_nothing_is_said_to_be_there()
    {
        var empty = Directory.CreateTempSubdirectory("iwtune-proc-");
        Directory.CreateDirectory(Path.Combine(empty.FullName, "17"));
        var reading = new NetworkNamespaces(empty.FullName).Read();
        Assert.Equal((0, 1), (reading.All.Count, reading.UnseenProcesses));
        empty.Delete(recursive: true);
    }

    private static NamespaceReading Read() => new NetworkNamespaces().Read();
}
