using System.IO.Pipelines;
using System.Text.Json;
using IwTune.Server.Features.Bundles;
using IwTune.Server.Features.Compliance;
using IwTune.Server.Features.Enrolment;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Reports;
using IwTune.Server.Features.Tokens;
using IwTune.Server.Storage;
using IwTune.Server.Storage.Feed;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Server.Hosting.Readiness;

/// <summary>
/// Whether the server can do its work: a host that is in no count enrols, gets its policy, reports and is judged, in a transaction that is
/// rolled back; then one small write is kept. No list, no audit entry and no other server ever sees the host.
/// </summary>
internal sealed class StoreCheck(
    Database database,
    DataDirectory directory,
    MemoryRoom memory,
    Requirements requirements,
    BundleSigner signer,
    Judge judge,
    ChangeFeed feed,
    TimeProvider clock
) : IDisposable
{
    /// <summary>Probes closer together get the same answer, however many ask.</summary>
    private static readonly TimeSpan Kept = TimeSpan.FromSeconds(3),
        Limit = TimeSpan.FromSeconds(5);
    private const long LeastRoom = 1 << 20;
    private readonly SemaphoreSlim _one = new(1, 1);

    /// <summary>The last answer; <see langword="null"/> before the first.</summary>
    public ReadinessAnswer? Latest { get; private set; }

    private long _at;

    public async Task<ReadinessAnswer> RunAsync(CancellationToken ct)
    {
        await _one.WaitAsync(ct);
        try
        {
            // A server that has just lost touch with the others must not be said to be ready for another three seconds.
            if (Latest is { } known && (!known.Ready || feed.Behind.Length == 0) && Math.Abs(clock.Now() - _at) < Kept.TotalMilliseconds)
                return known;
            var answer = await ProbeAsync();
            _at = clock.Now();
            return Latest = answer;
        }
        finally
        {
            _one.Release();
        }
    }

    public void Dispose() => _one.Dispose();

    private async Task<ReadinessAnswer> ProbeAsync()
    {
        using var limit = new CancellationTokenSource(Limit, clock);
        var steps = new ReadinessSteps(clock);
        await steps.RunAsync("feed", () => Task.FromResult(feed.Behind.Length > 0 ? feed.Behind : null));
        await steps.RunAsync("room", () => Task.FromResult(Room()));
        await steps.RunAsync("memory", () => Task.FromResult(memory.Problem()));
        if (feed.Behind.Length > 0)
            // The path to the store is lost: other writers would wait for a write from now when the path returns.
            return new(Ready: false, steps.All, database.Replica?.Sentence);
        await steps.RunAsync(
            "enrol",
            async () =>
            {
                try
                {
                    return await database.WriteAsync<string?>(write => JoinAsync(write, steps), limit.Token);
                }
                catch (TakenBackException)
                {
                    return null;
                }
            },
            limit.Token
        );
        await steps.RunAsync(
            "store",
            () =>
                database.WriteAsync<string?>(
                    async write =>
                        await write.ExecuteAsync("update readiness set at = @now where id = 1", new { now = clock.Now() }) == 1
                            ? null
                            : "the store was written to and does not have it",
                    limit.Token
                ),
            limit.Token
        );
        return new(steps.All.All(step => step.Problem is null), [.. steps.All], database.Replica?.Sentence);
    }

    private async Task<string?> JoinAsync(DbSession write, ReadinessSteps steps)
    {
        var id = clock.NewId();
        var facts = new HostFacts
        {
            HostName = "readiness",
            Os = "linux",
            OsName = "readiness",
            Kernel = "0",
            BootId = "readiness",
            AgentVersion = ServerVersion.Text,
        };
        var labels = new Dictionary<string, string>(StringComparer.Ordinal);
        var host = await new NewMember(id, facts, labels, Secret.HashOf(Secret.New())).StoreAsync(write, clock);
        HeldBundle? held = null;
        await steps.RunAsync(
            "policy",
            () =>
            {
                (held, var problem) = Take(host);
                return Task.FromResult(problem);
            }
        );
        await steps.RunAsync("report", () => ReportAsync(write, host, held));
        throw new TakenBackException();
    }

    /// <summary>What the host would be sent, signed now and checked as an agent does.</summary>
    private (HeldBundle? Held, string? Problem) Take(FleetHost host)
    {
        var required = host.Required(requirements.Current);
        var sequence = Math.Max(1, requirements.Current.Sequence);
        using var sheet = new BundleSheet();
        signer.Write(new(host.Id, required.Content, required.Digest, sequence, signer.Keys.Number), sheet);
        var envelope = JsonSerializer.Deserialize(sheet.Envelope.WrittenSpan, WireJson.Default.Envelope)!;
        if (EnvelopeVerifier.Verify(envelope, Envelope.BundleType, signer.Keys.Trust.SigningKeys) is not EnvelopeCheck.Genuine genuine)
            return (null, "the bundle that was signed does not verify with the server's own public key");
        var bundle = JsonSerializer.Deserialize(genuine.Payload.Span, WireJson.Default.Bundle)!;
        return BundleDigest.Of(bundle.Content) == required.Digest
            ? (new(bundle.Sequence, required.Digest, bundle.Expires), null)
            : (null, "the bundle that was signed is not what is required");
    }

    private async Task<string?> ReportAsync(DbSession write, FleetHost host, HeldBundle? held)
    {
        host.Update(last => (last with { SeenAt = clock.Now(), BootId = "readiness", Counter = 1, Held = held, StateHash = "r" }, 0));
        var state = new HostState
        {
            Held = held,
            Phase = BundlePhase.Applied,
            StateHash = "r",
            Targets = [],
        };
        var line = JsonSerializer.SerializeToUtf8Bytes(
            new ReportLine
            {
                Number = 1,
                At = clock.GetUtcNow(),
                State = state,
            },
            WireJson.Default.ReportLine
        );
        var (lines, problem) = await ReportReader.ReadAsync(
            PipeReader.Create(new MemoryStream([.. line, (byte)'\n'])),
            CancellationToken.None
        );
        if (problem is not null)
            return problem;
        await ReportWrites.StoreAsync(
            write,
            clock,
            [HostLines.Of(host, lines.Select(one => LineRows.Of(host.Id, one, clock.Now())), last: 0)]
        );
        await judge.RunAsync(write, host, reported: true);
        return await write.FindAsync<string>("select verdict from verdicts where host_id = @Id", new { host.Id }) is null
            ? "the report was stored and the host was not judged by it"
            : null;
    }

    private string? Room() =>
        new DriveInfo(directory.Path).AvailableFreeSpace is < LeastRoom and var left
            ? $"the disk under {directory.Path} has {left} bytes left: make room there"
            : null;

    /// <summary>Rolls back the transaction of the round trip.</summary>
    private sealed class TakenBackException : Exception;
}
