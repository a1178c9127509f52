using IwTune.Agent.Linux.Bpf;
using IwTune.Lab;
using static IwTune.Agent.Linux.Bpf.Instruction;

namespace IwTune.Agent.Tests.Linux.Bpf;

/// <summary>The hand-assembled program on the real kernel: connections start with the window of its map, and with no other.</summary>
public sealed class WindowProgramTests : IDisposable
{
    private readonly BpfBench _bench = new();

    [Theory]
    [InlineData("cubic")]
    [InlineData("bbr")]
    [InlineData("reno")]
    public async Task A_connection_that_is_opened_starts_with_the_maps_window(string algorithm)
    {
        string[] peers = ["10.99.0.2", "10.77.0.1", "10.78.0.1", "[::ffff:10.77.0.1]", "[::ffff:10.78.0.1]", "[fd77::1]", "[fd99::2]"];
        Assert.Equal("10 10 10 10 10 10 10", await _bench.ConnectAsync(algorithm, peers));
        using var installed = _bench.Install(
            ("10.99.0.0/24", new(1, null)),
            ("10.77.0.0/16", new(3, null)),
            ("0.0.0.0/0", new(77, null)),
            ("fd77::/16", new(1023, null)),
            ("::/0", new(16, null))
        );
        Assert.Equal("1 3 77 3 77 1023 16", await _bench.ConnectAsync(algorithm, peers));
        installed.Dispose();
        Assert.Equal("10 10 10 10 10 10 10", await _bench.ConnectAsync(algorithm, peers));
    }

    [Theory]
    [InlineData("cubic")]
    [InlineData("bbr")]
    [InlineData("reno")]
    public async Task A_connection_that_is_accepted_starts_with_the_maps_window(string algorithm)
    {
        using var listener = await _bench.ListenAsync(algorithm);
        string[] addresses = ["10.99.0.1", "10.98.0.1", "fd99::1", "fd98::1"];
        using var installed = _bench.Install(("10.99.0.0/24", new(21, null)), ("10.98.0.2/32", new(44, null)), ("fd98::/64", new(2, null)));
        var windows = new List<int>();
        foreach (var address in addresses)
            windows.Add(await _bench.AcceptAsync(listener, address));
        Assert.Equal([21, 44, 10, 2], windows.ToArray());
        installed.Dispose();
        Assert.Equal(10, await _bench.AcceptAsync(listener, "10.99.0.1"));
    }

    [Fact]
    public async Task Loopback_is_a_destination_like_any_other()
    {
        using var listener = await _bench.ListenAsync();
        using var installed = _bench.Install(("127.0.0.0/8", new(31, null)), ("::1/128", new(32, null)));
        Assert.Equal("31 32 31", await _bench.ConnectAsync("127.0.0.1", "[::1]", "[::ffff:127.0.0.1]"));
        // The accepting side does the same; its output arrives a little later.
        await Until.TrueAsync(() => listener.Output.Split(" cwnd 3").Length == 4, () => listener.Output);
    }

    [Fact]
    public async Task The_longest_prefix_decides_and_an_entry_without_a_window_leaves_the_routes()
    {
        _bench.Zoo.Host.Ip("route change default via 10.99.0.2 initcwnd 25");
        using var installed = _bench.Install(
            ("0.0.0.0/0", new(5, null)),
            ("10.0.0.0/8", new(6, null)),
            ("10.77.0.0/16", new(7, null)),
            ("10.77.1.0/24", new(8, null)),
            ("10.77.1.1/32", new(null, null))
        );
        Assert.Equal("6 7 25", await _bench.ConnectAsync("10.78.0.1", "10.77.0.1", "10.77.1.1"));
        installed.Map.Remove(Prefix.Of(System.Net.IPNetwork.Parse("10.77.1.1/32")));
        installed.Map.Remove(Prefix.Of(System.Net.IPNetwork.Parse("10.0.0.0/8")));
        Assert.Equal("5 7 8", await _bench.ConnectAsync("10.78.0.1", "10.77.0.1", "10.77.1.1"));
    }

    [Fact]
    public async Task The_ipv6_default_does_not_cover_ipv4()
    {
        using var installed = _bench.Install(("::/0", new(64, null)));
        Assert.Equal("10 10 64", await _bench.ConnectAsync("10.77.0.1", "[::ffff:10.77.0.1]", "[fd77::1]"));
    }

    [Theory]
    [InlineData("10.77.0.1", "10.77.0.0/16", "route add 10.77.0.0/16 via 10.99.0.2 initrwnd ")]
    [InlineData("[::ffff:10.77.0.1]", "10.77.0.0/16", "route add 10.77.0.0/16 via 10.99.0.2 initrwnd ")]
    [InlineData("[fd77::1]", "fd77::/16", "-6 route add fd77::/16 via fd99::2 initrwnd ")]
    public async Task The_receive_window_is_announced_as_a_route_would_have_it(string peer, string destination, string route)
    {
        var usual = await _bench.AnnouncedAsync(peer);
        using var installed = _bench.Install((destination, new(null, 10)));
        var announced = await _bench.AnnouncedAsync(peer);
        installed.Dispose();
        Assert.Equal(usual, await _bench.AnnouncedAsync(peer));
        _bench.Zoo.Host.Ip(route + "10");
        Assert.Equal(announced, await _bench.AnnouncedAsync(peer));
        Assert.True(announced < usual, $"{announced} of {usual}");
    }

    [Fact]
    public async Task A_program_of_somebody_else_in_the_same_group_still_runs_and_the_last_one_wins()
    {
        using var foreign = Attachment.To(_bench.Group.Path, LoadedProgram.Load("foreign", BpfBench.Always(50)));
        Assert.Equal("50", await _bench.ConnectAsync("10.77.0.1"));
        using var installed = _bench.Install(("10.77.0.0/24", new(20, null)));
        Assert.Equal("20 50", await _bench.ConnectAsync("10.77.0.1", "10.77.1.1"));
        using var later = Attachment.To(_bench.Group.Path, LoadedProgram.Load("later", BpfBench.Always(51)));
        Assert.Equal("51", await _bench.ConnectAsync("10.77.0.1"));
        Assert.Equal(
            ["foreign", SockOpsPrograms.OwnName, "later"],
            ProgramQuery.Of(_bench.Group.Path, inherited: false).Select(program => program.Name)
        );
        installed.Dispose();
        Assert.Equal(["foreign", "later"], ProgramQuery.Of(_bench.Group.Path, inherited: false).Select(program => program.Name));
    }

    [Fact]
    public void What_the_verifier_says_is_in_the_error()
    {
        var refused = Assert.Throws<BpfException>(() => LoadedProgram.Load("broken", [Read(Register.R0, Register.R5, 0), Exit()]));
        Assert.Contains("R5 !read_ok", refused.Message, StringComparison.Ordinal);
    }

    public void Dispose() => _bench.Dispose();
}
