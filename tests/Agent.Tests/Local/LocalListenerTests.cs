using System.IO.Pipes;
using System.Net.Sockets;
using System.Runtime.ExceptionServices;
using System.Text;
using System.Text.Json;
using IwTune.Agent.Engine;
using IwTune.Agent.Local;
using IwTune.Agent.Local.Pipes;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Local;

/// <summary>
/// The guarantees for a daemon's clients, over either transport. The base library's pipes are Unix sockets on Linux, so the same client
/// tests both.
/// </summary>
public sealed class LocalListenerTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("iwtune-listener-").FullName;
    private readonly CancellationTokenSource _stop = new();
    private readonly TestClock _clock = new();
    private readonly List<LocalVerb> _asked = [];

    public enum Way
    {
        Socket,
        Pipe,
    }

    private string Name => Path.Combine(_directory, "agent");

    [Theory]
    [InlineData(Way.Socket)]
    [InlineData(Way.Pipe)]
    public void Many_who_ask_at_once_are_all_answered(Way way)
    {
        using var daemon = Serve(way);

        var replies = new LocalReply?[100];
        Parallel.For(0, replies.Length, new ParallelOptions { MaxDegreeOfParallelism = 16 }, i => replies[i] = Ask(LocalVerb.Show));

        Assert.All(replies, reply => Assert.Equal("did Show", reply?.Text));
    }

    [Theory]
    [InlineData(Way.Socket)]
    [InlineData(Way.Pipe)]
    public void Several_requests_may_come_over_one_connection(Way way)
    {
        using var daemon = Serve(way);
        using var stream = Connect();
        using var reader = new StreamReader(stream);

        foreach (var verb in new[] { "Status", "Plan", "Status" })
        {
            stream.Write(Encoding.UTF8.GetBytes($$"""{"verb":"{{verb}}"}""" + "\n"));
            Assert.Contains($"did {verb}", reader.ReadLine(), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Lines_that_are_no_objects_are_refused_without_an_exception()
    {
        // Other tests run beside this one: the mark follows the daemon that begins here, and no other.
        var here = new AsyncLocal<bool> { Value = true };
        var thrown = 0;
        void Count(object? sender, FirstChanceExceptionEventArgs happened) =>
            thrown += here.Value && happened.Exception is JsonException ? 1 : 0;
        AppDomain.CurrentDomain.FirstChanceException += Count;
        try
        {
            using var daemon = Serve(Way.Socket);
            using var stream = Connect();
            using var reader = new StreamReader(stream);
            foreach (var line in new[] { "", " ", "[]", "nonsense" })
            {
                stream.Write(Encoding.UTF8.GetBytes(line + "\n"));
                Assert.Contains("did not understand", reader.ReadLine(), StringComparison.Ordinal);
            }
        }
        finally
        {
            AppDomain.CurrentDomain.FirstChanceException -= Count;
        }

        Assert.Equal(0, thrown);
    }

    [Fact]
    public void Who_may_only_read_is_refused_every_change_with_the_reason()
    {
        using var daemon = Serve(Way.Pipe, "Ann may only look.");

        Assert.Equal("did Status", Ask(LocalVerb.Status)!.Text);
        foreach (var verb in Enum.GetValues<LocalVerb>().Where(verb => new LocalRequest(verb).Changes))
        {
            var reply = Ask(verb)!;
            Assert.Equal((5, "Ann may only look."), (reply.Exit, reply.Text));
        }
        Assert.Equal([LocalVerb.Status], _asked);
    }

    [Theory]
    [InlineData(Way.Socket)]
    [InlineData(Way.Pipe)]
    public void A_guest_who_leaves_without_a_word_keeps_nobody_out(Way way)
    {
        using var daemon = Serve(way);
        for (var i = 0; i < 100; i++)
            Connect().Dispose();

        Assert.Equal("did Status", Ask(LocalVerb.Status)!.Text);
    }

    [Theory]
    [InlineData(Way.Socket)]
    [InlineData(Way.Pipe)]
    public async Task Silent_guests_make_room_when_they_have_been_silent_long_enough(Way way)
    {
        using var daemon = Serve(way);
        var silent = Enumerable.Range(0, 32).Select(_ => Connect()).ToList();
        var asking = Task.Run(() => Ask(LocalVerb.Status), TestContext.Current.CancellationToken);

        await Until.TrueAsync(
            () =>
            {
                _clock.Advance(TimeSpan.FromSeconds(5));
                return asking.IsCompleted;
            },
            () => "the daemon still waits for guests that say nothing"
        );

        Assert.Equal("did Status", (await asking)!.Text);
        silent.ForEach(one => one.Dispose());
    }

    [Theory]
    [InlineData(Way.Socket)]
    [InlineData(Way.Pipe)]
    public async Task Guests_who_never_take_their_answer_make_room(Way way)
    {
        using var daemon = Serve(way, answer: new string('x', 5_000_000));
        var deaf = Enumerable.Range(0, 32).Select(_ => Connect()).ToList();
        deaf.ForEach(one => one.Write("{\"verb\":\"Show\"}\n"u8));
        await Until.TrueAsync(() => Asked(LocalVerb.Show) == 32, () => "not all were heard");
        var asking = Task.Run(() => Ask(LocalVerb.Status), TestContext.Current.CancellationToken);

        await Until.TrueAsync(
            () =>
            {
                _clock.Advance(TimeSpan.FromSeconds(5));
                return Asked(LocalVerb.Status) == 1;
            },
            () => "the daemon still waits for guests that do not read"
        );

        Assert.Equal(5_000_000, (await asking)!.Text.Length);
        deaf.ForEach(one => one.Dispose());
    }

    [Theory]
    [InlineData(Way.Socket)]
    [InlineData(Way.Pipe)]
    public async Task A_request_that_comes_letter_by_letter_ends_after_its_time(Way way)
    {
        using var daemon = Serve(way);
        using var stream = Connect();
        var ended = false;

        await Until.TrueAsync(
            () =>
            {
                try
                {
                    stream.WriteByte((byte)'x');
                }
                catch (IOException)
                {
                    ended = true;
                }
                _clock.Advance(TimeSpan.FromSeconds(1));
                return ended;
            },
            () => "the daemon reads it forever"
        );

        Assert.Equal("did Status", Ask(LocalVerb.Status)!.Text);
    }

    [Fact]
    public async Task An_accept_that_fails_ends_no_daemon()
    {
        var endpoint = new Failing(LocalEndpoint.Open(Name).Endpoint!);
        using var daemon = Serve(endpoint, "did it");
        var asking = Task.Run(() => Ask(LocalVerb.Status), TestContext.Current.CancellationToken);

        await Until.TrueAsync(
            () =>
            {
                _clock.Advance(TimeSpan.FromSeconds(1));
                return asking.IsCompleted;
            },
            () => "it was not served"
        );

        Assert.Equal("did it", (await asking)!.Text);
    }

    [Theory]
    [InlineData(Way.Socket)]
    [InlineData(Way.Pipe)]
    public void A_request_longer_than_any_is_not_kept_in_memory(Way way)
    {
        using var daemon = Serve(way);
        using var stream = Connect();
        var line = new byte[2 << 20];
        Array.Fill(line, (byte)'x');

        Assert.ThrowsAny<IOException>(() =>
        {
            for (var i = 0; i < 64; i++)
                stream.Write(line); // until the daemon has hung up
        });
        Assert.Equal("did Status", Ask(LocalVerb.Status)!.Text);
    }

    [Theory]
    [InlineData(Way.Socket)]
    [InlineData(Way.Pipe)]
    public void When_it_is_closed_nobody_listens(Way way)
    {
        Serve(way).Dispose();

        Assert.Null(Ask(LocalVerb.Status));
    }

    public void Dispose()
    {
        _stop.Cancel();
        _stop.Dispose();
        Directory.Delete(_directory, recursive: true);
    }

    private LocalReply? Ask(LocalVerb verb) => LocalClient.Ask(Name, new LocalRequest(verb));

    private NetworkStream Connect()
    {
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Connect(new UnixDomainSocketEndPoint(Name));
        return new NetworkStream(socket, ownsSocket: true);
    }

    private int Asked(LocalVerb verb)
    {
        lock (_asked)
            return _asked.Count(one => one == verb);
    }

    private LocalListener Serve(Way way, string? refusal = null, string? answer = null) =>
        Serve(way == Way.Socket ? LocalEndpoint.Open(Name).Endpoint! : new PipeEndpoint(Instance(), Instance, _ => refusal), answer);

    private LocalListener Serve(ILocalEndpoint endpoint, string? answer = null)
    {
        var listener = new LocalListener(
            endpoint,
            (request, _) =>
            {
                lock (_asked)
                    _asked.Add(request.Verb);
                return ValueTask.FromResult(LocalReply.Say(0, answer ?? $"did {request.Verb}"));
            },
            AgentLog.Silent,
            _clock
        );
        _ = listener.RunAsync(_stop.Token);
        return listener;
    }

    /// <summary>At first no file descriptor is available.</summary>
    private sealed class Failing(ILocalEndpoint real) : ILocalEndpoint
    {
        private int _times;

        public ValueTask<LocalGuest> AcceptAsync(CancellationToken ct) =>
            _times++ < 2 ? throw new SocketException((int)SocketError.TooManyOpenSockets) : real.AcceptAsync(ct);

        public void Dispose() => real.Dispose();
    }

    private NamedPipeServerStream Instance() =>
        new(
            Name,
            PipeDirection.InOut,
            NamedPipeServerStream.MaxAllowedServerInstances,
            PipeTransmissionMode.Byte,
            PipeOptions.Asynchronous
        );
}
