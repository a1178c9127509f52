using System.Net.Sockets;
using IwTune.Agent.Control;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Probing.Remote;

/// <summary>One connection: the flight with the filter, then what follows without it.</summary>
internal sealed class ProbeRun(Destination service, TimeProvider clock)
{
    private const int IpProtoTcp = 6;
    private const int MaxSegment = 2; // TCP_MAXSEG
    private const int ReceiveBuffer = 4 << 20; // as much as net.core.rmem_max allows: our window must be larger than the peer's

    private static readonly TimeSpan ConnectPatience = TimeSpan.FromSeconds(10);

    /// <exception cref="HostUnsupportedException">This kernel cannot do it or does not permit it.</exception>
    /// <exception cref="OperationCanceledException">The caller gave up.</exception>
    public async Task<RunOutcome> MakeAsync(CancellationToken ct)
    {
        using var connection = new Socket(service.Address.AddressFamily, SocketType.Stream, ProtocolType.Tcp)
        {
            NoDelay = true,
            ReceiveBufferSize = ReceiveBuffer,
            LingerState = new LingerOption(enable: true, seconds: 0), // what is not read is not waited for
        };
        connection.SetRawSocketOption(IpProtoTcp, MaxSegment, BitConverter.GetBytes(service.Mss));
        PayloadFilter.Drop(connection);
        return await ConnectAsync(connection, ct) is { } failure ? new RunOutcome.Failed(failure) : await WatchAsync(connection, ct);
    }

    private async Task<ProbeFailure?> ConnectAsync(Socket connection, CancellationToken ct)
    {
        using var limit = new CancellationTokenSource(ConnectPatience, clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, ct);
        try
        {
            await connection.ConnectAsync(service.Address, either.Token);
            return null;
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return new(
                ProbeFailureKind.NotReached,
                $"{Name} did not answer within {ConnectPatience.TotalSeconds:0} s. Check the port and the firewalls on the way."
            );
        }
        catch (SocketException failure)
        {
            return new(
                ProbeFailureKind.NotReached,
                $"{Name} was not reached: {failure.Message}."
                    + (
                        failure.SocketErrorCode == SocketError.ConnectionRefused
                            ? " Nothing listens there; name another port: HOST:PORT."
                            : ""
                    )
            );
        }
    }

    private async Task<RunOutcome> WatchAsync(Socket connection, CancellationToken ct)
    {
        try
        {
            var start = ConnectionFacts.Read(connection);
            if (start.Retransmits > 0)
                return new RunOutcome.Discarded("a SYN was lost, and a sender may then start with one segment");
            var request = service.Tls ? ClientHello.Write(service.Host) : HttpRequest.Write(service, AgentVersion.Text);
            var watch = new FlightWatch(connection, start.RttMicroseconds, clock, ct);
            var samples = await PromptThread.RunAsync(() => watch.Run(request));
            // A lone segment counts only if it was full. On a short path a page comes faster than its first segment is read: the kernel
            // then accepts only what it has room for.
            if (samples[^1].Segments == 1)
                connection.ReceiveBufferSize = 0;
            PayloadFilter.Pass(connection);
            return FlightJudge.Judge(samples, start.RttMicroseconds) switch
            {
                TraceReading.Counted counted => await FollowAsync(connection, start, samples, counted, ct),
                TraceReading.Disturbed disturbed => new RunOutcome.Discarded(disturbed.Why),
                _ => new RunOutcome.Failed(NothingCame(connection)),
            };
        }
        catch (SocketException broken)
        {
            return new RunOutcome.Failed(new(ProbeFailureKind.NotAnswered, $"{Name} broke the connection: {broken.Message}."));
        }
    }

    private async Task<RunOutcome> FollowAsync(
        Socket connection,
        ConnectionFacts start,
        IReadOnlyList<SegmentSample> samples,
        TraceReading.Counted counted,
        CancellationToken ct
    )
    {
        var rtt = TimeSpan.FromMicroseconds(start.RttMicroseconds);
        var answer = await FlightAnswer.ReadAsync(connection, (long)(counted.Segments + counted.Late) * start.Mss, rtt, clock, ct);
        if (Objection(answer) is { } objection)
            return new RunOutcome.Failed(new(ProbeFailureKind.NotAnswered, objection));
        return new RunOutcome.Seen(new FlightTrace(samples, start, answer));
    }

    private string? Objection(FlightAnswer answer)
    {
        if (answer.Bytes == 0)
        {
            return answer.End == AnswerEnd.Reset
                ? $"{Name} reset the connection after its first segments."
                : $"{Name} sent its first segments, but did not retransmit those that were dropped; a device on the path may have "
                    + "given up. Try again.";
        }
        if (service.Tls)
            return TlsAnswer.Objection(answer.Beginning.Span) is { } refused ? $"{Name}: {refused}. Check the name and the port." : null;
        if (HttpRequest.Read(answer.Beginning.Span) is not null)
            return answer.End == AnswerEnd.Reset ? $"{Name} reset the connection during its answer." : null;
        return answer.Beginning.Span is [0x15, 3, ..]
            ? $"{Name} speaks TLS: add --tls."
            : $"{Name} did not answer with HTTP. Name a web server's port, or add --tls if it speaks TLS.";
    }

    private ProbeFailure NothingCame(Socket connection)
    {
        var asked = service.Tls ? "a TLS handshake" : $"GET {service.Path}";
        return new(
            ProbeFailureKind.NotAnswered,
            ConnectionFacts.Read(connection).IsOpen
                ? $"{Name} accepted the connection but did not answer {asked} within 10 s."
                : $"{Name} closed the connection without an answer to {asked}.{(service.Tls ? "" : " If it speaks TLS, add --tls.")}"
        );
    }

    private string Name =>
        service.Address.ToString().StartsWith(service.Host, StringComparison.Ordinal)
            ? service.Address.ToString()
            : $"{service.Host} ({service.Address})";
}
