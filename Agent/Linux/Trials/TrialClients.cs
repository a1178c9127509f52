using System.Net;
using System.Net.Sockets;
using IwTune.Agent.Engine.Trials;

namespace IwTune.Agent.Linux.Trials;

/// <summary>Connections that request the response at the same time.</summary>
internal sealed class TrialClients : IDisposable
{
    private static readonly TimeSpan LookEvery = TimeSpan.FromMilliseconds(100);
    private readonly List<Socket> _connections = [];
    private readonly List<int> _ports = [];

    /// <summary>Their own ports, in their order; once they are connected.</summary>
    public IReadOnlyList<int> Ports => _ports;

    /// <summary>Makes them in the network namespace of this thread.</summary>
    public static TrialClients Open(int count)
    {
        var made = new TrialClients();
        for (var i = 0; i < count; i++)
            made._connections.Add(new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true });
        return made;
    }

    /// <summary>Connects all, then sends all requests at once and reads every response to its end.</summary>
    /// <param name="server">Where.</param>
    /// <param name="trial">How much comes back.</param>
    /// <param name="look">Called a few times a second meanwhile.</param>
    /// <param name="clock">Measures patience.</param>
    /// <param name="ct">Ends it.</param>
    /// <exception cref="TrialFailedException">A connection broke, or the time is over.</exception>
    public async Task FetchAsync(IPEndPoint server, Trial trial, Action look, TimeProvider clock, CancellationToken ct)
    {
        using var limit = new CancellationTokenSource(PatienceFor(trial), clock);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, ct);
        try
        {
            foreach (var connection in _connections)
            {
                await connection.ConnectAsync(server, either.Token);
                _ports.Add(((IPEndPoint)connection.LocalEndPoint!).Port);
            }
            var fetches = new List<Task>();
            foreach (var connection in _connections)
                fetches.Add(FetchAsync(connection, trial.SizeBytes, either.Token));
            var all = Task.WhenAll(fetches);
            while (await Task.WhenAny(all, Task.Delay(LookEvery, clock, either.Token)) != all)
            {
                look();
                either.Token.ThrowIfCancellationRequested();
            }
            await all;
        }
        catch (OperationCanceledException late) when (!ct.IsCancellationRequested)
        {
            throw new TrialFailedException($"The response did not arrive within {PatienceFor(trial).TotalSeconds:0} s.", late);
        }
        catch (SocketException broken)
        {
            throw new TrialFailedException($"A connection over the emulated path broke: {broken.Message}.", broken);
        }
    }

    /// <summary>Much longer than any response should take: losses cost seconds, and the machine may be busy.</summary>
    public static TimeSpan PatienceFor(Trial trial) => TimeSpan.FromSeconds(30) + (20 * trial.Predict(1).Fetch * trial.Connections);

    /// <inheritdoc/>
    public void Dispose() => _connections.ForEach(connection => connection.Dispose());

    private static async Task FetchAsync(Socket connection, int size, CancellationToken ct)
    {
        await connection.SendAsync(new byte[TrialServer.RequestBytes], ct);
        var buffer = new byte[64 * 1024];
        for (var left = size; left > 0; )
        {
            var read = await connection.ReceiveAsync(buffer, ct);
            if (read == 0)
                throw new SocketException((int)SocketError.ConnectionReset);
            left -= read;
        }
        connection.Shutdown(SocketShutdown.Both);
    }
}
