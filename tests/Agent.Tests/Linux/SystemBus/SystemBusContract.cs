using System.Text.Json.Nodes;
using IwTune.Agent.Linux.SystemBus;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Linux.SystemBus;

/// <summary>The contract of every implementation of the bus, against a real dbus-daemon. systemd's busctl is the oracle.</summary>
public abstract class SystemBusContract : IAsyncLifetime
{
    private const string Name = "iwtune.Test";

    private readonly CancellationTokenSource _limit = new(Until.Limit);
    private PrivateBus _daemon = null!;
    private ISystemBus _bus = null!;

    /// <summary>The implementation.</summary>
    internal abstract OpenBus Open { get; }

    /// <summary>Values of every D-Bus type except file handles.</summary>
    internal static IReadOnlyList<BusValue> EveryType =>
        [
            new BusValue.Fixed('y', 200),
            BusValue.Of(true),
            new BusValue.Fixed('n', 0xfffe),
            new BusValue.Fixed('q', 65000),
            BusValue.Of(-7),
            BusValue.Of(4_000_000_000u),
            new BusValue.Fixed('x', ulong.MaxValue),
            BusValue.Of(ulong.MaxValue - 1),
            new BusValue.Fixed('d', BitConverter.DoubleToUInt64Bits(2.5)),
            BusValue.Of("größer"),
            BusValue.Path("/a/b_1"),
            new BusValue.Text('g', "a{sv}"),
            new BusValue.Bytes(new byte[] { 1, 0, 255 }),
            new BusValue.Array("s", []),
            new BusValue.Array(
                "(yx)",
                [
                    new BusValue.Struct([new BusValue.Fixed('y', 1), new BusValue.Fixed('x', 2)]),
                    new BusValue.Struct([new BusValue.Fixed('y', 3), new BusValue.Fixed('x', 4)]),
                ]
            ),
            new BusValue.Array(
                "{sa{sv}}",
                [
                    new BusValue.Entry(
                        BusValue.Of("ipv4"),
                        BusDictionary.Of(
                            ("method", BusValue.Of("auto")),
                            ("routes", new BusValue.Array("au", [new BusValue.Array("u", [BusValue.Of(1u)])]))
                        )
                    ),
                ]
            ),
            new BusValue.Variant(new BusValue.Variant(new BusValue.Struct([BusValue.Of("deep"), new BusValue.Variant(BusValue.Of(9u))]))),
        ];

    public async ValueTask InitializeAsync()
    {
        Privileged.Require();
        _daemon = await PrivateBus.StartAsync();
        _bus = BusAt(_daemon.Address);
    }

    public ValueTask DisposeAsync()
    {
        _limit.Dispose();
        _bus?.Dispose();
        _daemon?.Dispose();
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Every_type_goes_there_and_comes_back_as_it_was(bool answersBigEndian)
    {
        using var peer = await RawPeer.JoinAsync(_daemon, Name);
        var answering = peer.AnswerAsync(bigEndian: answersBigEndian);
        var answer = await _bus.CallAsync(new BusCall(Name, "/a", "a.b", "Echo", EveryType), _limit.Token);
        Assert.Equal(EveryType, (await answering).Body);
        Assert.Equal(EveryType, Assert.IsType<BusAnswer.Values>(answer).Items);
    }

    [Fact]
    public async Task What_busctl_sees_of_a_call_is_what_was_meant()
    {
        using var peer = await RawPeer.JoinAsync(_daemon, Name);
        using var monitor = LabProcess.Start(
            "busctl",
            ["--address=" + _daemon.Address, "--json=short", "--match=type='method_call',member='Echo'", "monitor"]
        );
        await monitor.WaitForLineAsync("Monitoring");
        var answering = peer.AnswerAsync();
        await _bus.CallAsync(new BusCall(Name, "/a", "a.b", "Echo", EveryType), _limit.Token);
        await answering;
        var seen = JsonNode.Parse(await monitor.WaitForLineAsync("\"Echo\""))!["payload"]!;
        Assert.Equal(string.Concat(EveryType.Select(value => value.Signature)), (string?)seen["type"]);
        Assert.Equal(
            """[200,true,-2,65000,-7,4000000000,-1,18446744073709551614,2.500000000000000000000e+00,"größer","/a/b_1","a{sv}",[1,0,255],[],[[1,2],[3,4]],{"ipv4":{"method":{"type":"s","data":"auto"},"routes":{"type":"aau","data":[[1]]}}},{"type":"v","data":{"type":"(sv)","data":["deep",{"type":"u","data":9}]}}]""",
            System.Text.RegularExpressions.Regex.Unescape(seen["data"]!.ToJsonString())
        );
    }

    [Fact]
    public async Task A_name_has_its_owner_or_none()
    {
        Assert.Equal("", await _bus.OwnerAsync(Name, _limit.Token));
        using var peer = await RawPeer.JoinAsync(_daemon, Name);
        Assert.Equal(peer.Name, await _bus.OwnerAsync(Name, _limit.Token));
        Assert.Contains($"UniqueName={peer.Name}", _daemon.Busctl("status", Name), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_name_that_nobody_has_is_an_answer()
    {
        var answer = await _bus.CallAsync(new BusCall("iwtune.Nobody", "/a", "a.b", "C"), _limit.Token);
        Assert.True(answer.IsNobody, answer.Trouble);
        Assert.Contains("iwtune.Nobody", answer.Trouble, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_bus_everything_is_answered_so()
    {
        using var none = BusAt("unix:path=/nonexistent/bus");
        Assert.Contains(
            "/nonexistent/bus",
            Assert.IsType<BusAnswer.NoBus>(await none.CallAsync(BusNames.Ask("GetId"), _limit.Token)).Why,
            StringComparison.Ordinal
        );
        Assert.Null(await none.OwnerAsync(Name, _limit.Token));
    }

    [Theory]
    [InlineData("")]
    [InlineData("nonsense")]
    [InlineData("tcp:host=127.0.0.1,port=1")]
    public async Task An_address_that_is_none_of_a_local_bus_is_answered_so(string address)
    {
        using var none = BusAt(address);
        Assert.IsType<BusAnswer.NoBus>(await none.CallAsync(BusNames.Ask("GetId"), _limit.Token));
    }

    [Fact]
    public async Task Somebody_who_is_no_bus_is_answered_so()
    {
        var path = Path.Combine(_daemon.Folder, "impostor");
        using var listener = new System.Net.Sockets.Socket(
            System.Net.Sockets.AddressFamily.Unix,
            System.Net.Sockets.SocketType.Stream,
            System.Net.Sockets.ProtocolType.Unspecified
        );
        listener.Bind(new System.Net.Sockets.UnixDomainSocketEndPoint(path));
        listener.Listen();
        var speaking = Task.Run(async () =>
        {
            using var accepted = await listener.AcceptAsync();
            await accepted.SendAsync("HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray());
        });
        using var impostor = BusAt("unix:path=" + path);
        Assert.IsType<BusAnswer.NoBus>(await impostor.CallAsync(BusNames.Ask("GetId"), _limit.Token));
        await speaking;
    }

    [Fact]
    public async Task A_look_alike_signal_of_another_peer_is_not_told()
    {
        using var owner = await RawPeer.JoinAsync(_daemon, Name);
        using var other = await RawPeer.JoinAsync(_daemon);
        await using var watch = Watch();
        var next = watch.MoveNextAsync();
        await SubscribedAsync();
        // Sent directly to every connection, so one of them is the watch's: no match rule filters it.
        foreach (var line in _daemon.Busctl("--no-legend", "list", "--unique").Split('\n', StringSplitOptions.RemoveEmptyEntries))
            await other.SignalAsync("a.b", "Changed", [BusValue.Of("false")], line.Split(' ')[0]);
        await other.SignalAsync("a.b", "Changed", [BusValue.Of("false")]);
        await owner.SignalAsync("a.b", "Changed", [BusValue.Of("true")]);
        Assert.True(await next);
        Assert.Equal("true", Assert.IsType<BusObservation.Signal>(watch.Current).Arguments[0].AsText);
    }

    [Fact]
    public async Task A_look_alike_change_of_owner_is_not_told()
    {
        using var owner = await RawPeer.JoinAsync(_daemon, Name);
        using var other = await RawPeer.JoinAsync(_daemon);
        await using var watch = Watch();
        var next = watch.MoveNextAsync();
        await SubscribedAsync();
        foreach (var line in _daemon.Busctl("--no-legend", "list", "--unique").Split('\n', StringSplitOptions.RemoveEmptyEntries))
            await other.SignalAsync(
                BusNames.Bus,
                BusNames.OwnerChanged,
                [BusValue.Of(Name), BusValue.Of(owner.Name), BusValue.Of(other.Name)],
                line.Split(' ')[0]
            );
        await other.SignalAsync("a.b", "Changed", [BusValue.Of("false")]);
        await owner.SignalAsync("a.b", "Changed", [BusValue.Of("true")]);
        Assert.True(await next);
        Assert.Equal("true", Assert.IsType<BusObservation.Signal>(watch.Current).Arguments[0].AsText);
    }

    [Fact]
    public async Task A_new_owner_is_told_and_then_its_signals()
    {
        await using var watch = Watch();
        var next = watch.MoveNextAsync();
        await SubscribedAsync();
        using (var first = await RawPeer.JoinAsync(_daemon, Name))
        {
            Assert.True(await next);
            Assert.Equal(first.Name, Assert.IsType<BusObservation.OwnerChanged>(watch.Current).Owner);
        }
        Assert.True(await watch.MoveNextAsync());
        Assert.Equal("", Assert.IsType<BusObservation.OwnerChanged>(watch.Current).Owner);
        using var second = await RawPeer.JoinAsync(_daemon, Name);
        await second.SignalAsync("a.b", "Changed", []);
        Assert.True(await watch.MoveNextAsync());
        Assert.Equal(second.Name, Assert.IsType<BusObservation.OwnerChanged>(watch.Current).Owner);
        Assert.True(await watch.MoveNextAsync());
        Assert.Equal(
            ("/a/b", "a.b", "Changed"),
            Assert.IsType<BusObservation.Signal>(watch.Current) is var signal ? (signal.Path, signal.Interface, signal.Member) : default
        );
    }

    [Fact]
    public async Task A_bus_that_dies_and_comes_back_is_watched_again()
    {
        await using var watch = Watch();
        var next = watch.MoveNextAsync();
        await SubscribedAsync();
        _daemon.Kill();
        await _daemon.StartAgainAsync();
        using var owner = await RawPeer.JoinAsync(_daemon, Name);
        while (true)
        {
            // Until the watch is back, its signals are lost, so they are sent until one is received.
            await Until.TrueAsync(
                async () =>
                {
                    await owner.SignalAsync("a.b", "Changed", []);
                    return next.IsCompleted;
                },
                () => "no signal is heard"
            );
            Assert.True(await next);
            if (watch.Current is BusObservation.Signal)
                break;
            next = watch.MoveNextAsync();
        }
        Assert.Equal(owner.Name, await _bus.OwnerAsync(Name, _limit.Token));
    }

    [Fact]
    public async Task A_bus_that_dies_during_a_call_loses_it_and_the_next_call_finds_the_new_one()
    {
        using var peer = await RawPeer.JoinAsync(_daemon, Name);
        var call = _bus.CallAsync(new BusCall(Name, "/a", "a.b", "Never"), _limit.Token);
        await peer.NextAsync(message => message.Member == "Never");
        _daemon.Kill();
        Assert.IsType<BusAnswer.Lost>(await call);
        Assert.IsType<BusAnswer.NoBus>(await _bus.CallAsync(BusNames.Ask("GetId"), _limit.Token));
        await _daemon.StartAgainAsync();
        Assert.IsType<BusAnswer.Values>(await _bus.CallAsync(BusNames.Ask("GetId"), _limit.Token));
    }

    [Fact]
    public async Task A_frozen_bus_costs_the_time_limit_and_no_more()
    {
        Assert.IsType<BusAnswer.Values>(await _bus.CallAsync(BusNames.Ask("GetId"), _limit.Token));
        _daemon.Freeze();
        try
        {
            var call = BusNames.Ask("GetId") with { Limit = TimeSpan.FromMilliseconds(200) };
            Assert.Contains(
                "not answered",
                Assert.IsType<BusAnswer.Lost>(await _bus.CallAsync(call, _limit.Token)).Why,
                StringComparison.Ordinal
            );
            // More than a socket holds: the time limit also applies to a message that cannot be sent.
            var large = BusValue.Of(new string('x', 1 << 20));
            Assert.IsType<BusAnswer.Lost>(
                await _bus.CallAsync(
                    new BusCall(Name, "/a", "a.b", "Large", large) { Limit = TimeSpan.FromMilliseconds(200) },
                    _limit.Token
                )
            );
        }
        finally
        {
            _daemon.Thaw();
        }
        await Until.TrueAsync(
            () => _bus.CallAsync(BusNames.Ask("GetId"), _limit.Token).AsTask().GetAwaiter().GetResult() is BusAnswer.Values,
            () => "the bus is not used again after it thawed"
        );
    }

    [Fact]
    public async Task A_caller_who_gives_up_harms_nobody_else()
    {
        using var peer = await RawPeer.JoinAsync(_daemon, Name);
        using var impatient = new CancellationTokenSource();
        var call = _bus.CallAsync(new BusCall(Name, "/a", "a.b", "Never"), impatient.Token).AsTask();
        await peer.NextAsync(message => message.Member == "Never");
        await impatient.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => call);
        Assert.IsType<BusAnswer.Values>(await _bus.CallAsync(BusNames.Ask("GetId"), _limit.Token));
    }

    [Fact]
    public async Task A_watch_that_nobody_reads_holds_up_no_call()
    {
        using var owner = await RawPeer.JoinAsync(_daemon, Name);
        await using var watch = Watch();
        var first = watch.MoveNextAsync();
        await SubscribedAsync();
        for (var i = 0; i < SignalQueue.Longest * 3; i++)
            await owner.SignalAsync("a.b", "Changed", [BusValue.Of((uint)i)]);
        var calls = Enumerable.Range(0, 50).Select(_ => _bus.CallAsync(BusNames.Ask("GetId"), _limit.Token).AsTask());
        Assert.All(await Task.WhenAll(calls), answer => Assert.IsType<BusAnswer.Values>(answer));
        Assert.True(await first);
    }

    [Fact]
    public async Task Who_calls_us_is_told_that_nothing_is_offered()
    {
        Assert.IsType<BusAnswer.Values>(await _bus.CallAsync(BusNames.Ask("GetId"), _limit.Token));
        using var peer = await RawPeer.JoinAsync(_daemon);
        var ours = _daemon
            .Busctl("--no-legend", "list", "--unique")
            .Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => line.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .First(columns => columns[1] == Environment.ProcessId.ToString() && columns[0] != peer.Name)[0];
        Assert.Equal("org.freedesktop.DBus.Error.UnknownMethod", (await peer.CallAsync(ours, "Anything")).ErrorName);
    }

    [Fact]
    public async Task Closing_ends_a_call_that_waits()
    {
        using var peer = await RawPeer.JoinAsync(_daemon, Name);
        var call = _bus.CallAsync(new BusCall(Name, "/a", "a.b", "Never"), _limit.Token);
        await peer.NextAsync(message => message.Member == "Never");
        _bus.Dispose();
        Assert.IsType<BusAnswer.Lost>(await call);
        Assert.IsType<BusAnswer.NoBus>(await _bus.CallAsync(BusNames.Ask("GetId"), _limit.Token));
    }

    private ReconnectingBus BusAt(string address) => new(address, Open, TimeProvider.System);

    private IAsyncEnumerator<BusObservation> Watch() =>
        _bus.WatchAsync(new BusWatch(Name, "a.b", "Changed"), _limit.Token).GetAsyncEnumerator(_limit.Token);

    private Task SubscribedAsync() =>
        Until.TrueAsync(
            () => MatchRules().Contains($"sender='{Name}'", StringComparison.Ordinal),
            () => $"the watch is not subscribed: {MatchRules()}",
            Until.Limit / 2
        );

    /// <summary>All subscriptions, from the daemon's own statistics.</summary>
    private string MatchRules() =>
        _daemon
            .Busctl("call", BusNames.Bus, "/org/freedesktop/DBus", "org.freedesktop.DBus.Debug.Stats", "GetAllMatchRules")
            .Replace("\\'", "'", StringComparison.Ordinal);
}
