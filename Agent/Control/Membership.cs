using System.Net.Http.Headers;
using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Control.Keys;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Ports;
using IwTune.Agent.Reporting;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control;

/// <summary>An enrolled host's traffic with its server: check-ins, reports, leaving.</summary>
public sealed partial class Membership : IDisposable
{
    /// <summary>The directory of the outbox in the state directory.</summary>
    public const string OutboxName = "outbox";

    /// <summary>The file of the check-in counter in the state directory.</summary>
    public const string CounterName = "checkin-counter";

    private const long OutboxCap = 16 << 20;
    private static readonly TimeSpan ReportLimit = TimeSpan.FromSeconds(30),
        GreetLimit = TimeSpan.FromSeconds(10);

    private readonly HeldIdentity _held;
    private readonly AgentLog _log;
    private volatile PinnedAuthority _authority;
    private readonly TimeProvider _clock;
    private readonly ServerConnection _connection;
    private readonly BundleVerifier _verifier;
    private readonly HostReports _reports;
    private readonly IHostFacts _facts;
    private readonly Func<HttpMessageHandler, HttpMessageHandler> _wire;
    private readonly HostKeyring _proof;

    /// <summary>Opens the outbox and gets ready to call.</summary>
    /// <exception cref="InvalidDataException">The stored CA is not the pinned one: the identity file was changed.</exception>
    /// <exception cref="IOException">The outbox cannot be used.</exception>
    public Membership(
        StateDirectory state,
        Identity identity,
        HostControl control,
        IHostFacts facts,
        Func<HttpMessageHandler, HttpMessageHandler> wire,
        TimeProvider clock,
        Func<double> random,
        AgentLog log,
        IHostKeys? keys = null
    )
    {
        _held = new HeldIdentity(state, identity, TakeIntoUse, clock, log);
        (_reports, _facts, _wire, _clock, _log) = (control.Reports, facts, wire, clock, log);
        _authority = PinnedAuthority.Of(identity);
        _proof = new HostKeyring(keys ?? HostKeyStore.In(state.Root), _held, log);
        _connection = Connect();
        Outbox = Outbox.Open(state.File(OutboxName), OutboxCap, _clock);
        Shipper = new Shipper(
            Outbox,
            (body, ct) => _connection.SendAsync(HttpMethod.Post, AgentPaths.Reports, body, "application/x-ndjson", ReportLimit, ct),
            new BackOff(identity.Schedule, _clock, random),
            _clock
        );
        Reporter = new Reporter(Outbox, new EvidenceFilter(), Shipper, log);
        Shipper.HasLess = durable => Reporter.Again(durable, _facts.Read());
        _verifier = new BundleVerifier(identity.SigningKeys, _clock) { For = identity.Addressee };
        CheckIns = new CheckInLoop(
            identity,
            CheckInAsync,
            control.Intake,
            control.Reports,
            _verifier,
            new CheckInCounter(state.File(CounterName)),
            _facts.Read().BootId,
            new BackOff(identity.Schedule, _clock, random),
            _clock,
            log
        )
        {
            Reported = () => Outbox.Durable,
            Nonce = () => RandomSecrets.Short(),
            Heard = HearAsync,
            Reached = Shipper.Reached,
            TrustNumber = () => Identity.TrustNumber,
            Announced = Take,
        };
    }

    /// <summary>The host's identity in the fleet.</summary>
    public Identity Identity => _held.Now;

    /// <summary>What is not reported yet.</summary>
    public Outbox Outbox { get; }

    /// <summary>Sends the reports.</summary>
    public Shipper Shipper { get; }

    /// <summary>Takes the reports.</summary>
    public Reporter Reporter { get; }

    /// <summary>The check-ins.</summary>
    public CheckInLoop CheckIns { get; }

    /// <summary>Talks to the server until cancelled. When it returns, none of its loops runs.</summary>
    public async Task RunAsync(CancellationToken ct)
    {
        if (_proof.Prover is null)
        {
            _proof.Make();
            _connection.Prover = _proof.Prover;
        }
        _reports.SendTo(Reporter);
        Reporter.Report(_facts.Read());
        using var either = CancellationTokenSource.CreateLinkedTokenSource(ct);
        var loops = new[] { CheckIns.RunAsync(either.Token), Shipper.RunAsync(either.Token), _held.WhenReplacedAsync(either.Token) };
        var ended = await Task.WhenAny(loops);
        await either.CancelAsync();
        await Task.WhenAll(loops).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing); // None writes to files that come after it.
        await ended; // By cancellation, by a fault that the daemon must see, or because the host enrolled anew.
    }

    /// <summary>Whether the server answers now.</summary>
    public Task<ServerAnswer> GreetAsync(CancellationToken ct) =>
        _connection.SendAsync(HttpMethod.Get, AgentPaths.Authority, default, "", GreetLimit, ct);

    /// <summary>Sends the remaining reports, then notifies the server that this host leaves. Nothing is reported any more.</summary>
    public async Task<ServerAnswer> LeaveAsync(CancellationToken ct)
    {
        _reports.SendTo(null); // What is observed from now on would be deleted unsent.
        for (var tries = 3; tries > 0 && await Shipper.ShipAsync(ct) is not null; tries--) { } // A connection may be broken.
        return await _connection.SendAsync(HttpMethod.Post, AgentPaths.Unenrol, default, "", ReportLimit, ct);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _reports.SendTo(null);
        _connection.Dispose();
        _authority.Dispose();
        _proof.Dispose();
    }

    private void TakeIntoUse(Identity identity)
    {
        _verifier.Keys = identity.SigningKeys;
        _verifier.For = identity.Addressee;
        _connection.Credential = Authorization(identity);
    }

    private async Task<ServerAnswer> CheckInAsync(string path, ReadOnlyMemory<byte> body, TimeSpan limit, bool fresh, CancellationToken ct)
    {
        if (!fresh)
            return await WithASecretAsync(() => _connection.SendAsync(HttpMethod.Post, path, body, "application/json", limit, ct));
        // A kept-alive connection has outgrown its first flight: only a new one shows that the new windows let the server through.
        using var anew = Connect();
        return await anew.SendAsync(HttpMethod.Post, path, body, "application/json", limit, ct);
    }

    private ServerConnection Connect() =>
        // The present authority: the next connection may have another one.
        new(
            Identity.Server,
            (sender, certificate, chain, errors) => _authority.Accepts(sender, certificate, chain, errors),
            Authorization(Identity),
            _clock,
            _wire
        )
        {
            Run = _run,
            Prover = _proof.Prover,
        };

    private static AuthenticationHeaderValue Authorization(Identity identity) => new(AgentPaths.HostScheme, identity.Credential);
}
