using IwTune.Agent.Control.Bundles;
using IwTune.Agent.Engine;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Control.Enforcing;

/// <summary>One host under control: the queue of its turns, and everything that may ask for one.</summary>
public sealed class HostControl : IDisposable
{
    /// <summary>Over a reconciler that has recovered, or does in <see cref="Enforcement.StartAsync"/>.</summary>
    /// <param name="reconciler">Changes the host.</param>
    /// <param name="store">Keeps the bundles.</param>
    /// <param name="clock">Dates.</param>
    /// <param name="log">Gets what happens.</param>
    /// <param name="whyNothingIsRaised">Why no decision of this host raises a window now, as a sentence; without it one may.</param>
    /// <param name="afterTurn">As in <see cref="DaemonProcess.AfterTurn"/>.</param>
    public HostControl(
        Reconciler reconciler,
        BundleStore store,
        TimeProvider clock,
        AgentLog log,
        Func<string>? whyNothingIsRaised = null,
        Action? afterTurn = null
    )
    {
        Bundles = store;
        Queue = new TurnQueue(log);
        Reports = new HostReports(store, reconciler.Decisions, whyNothingIsRaised ?? (() => ""), log);
        Enforcement = new Enforcement(Queue, reconciler, store, Reports, afterTurn ?? DaemonProcess.Usual.AfterTurn, clock, log);
        Intake = new BundleIntake(Queue, Enforcement, reconciler, store, Reports, clock);
        Local = new LocalDesk(Queue, Enforcement, reconciler, store, Reports);
        Standing = new StandingDesk(Queue, Enforcement, reconciler, store, Reports);
        Deciding = new DecisionDesk(Queue, Enforcement, reconciler, store, Reports);
    }

    /// <summary>What is kept.</summary>
    public BundleStore Bundles { get; }

    /// <summary>Gives the turns.</summary>
    public TurnQueue Queue { get; }

    /// <summary>What the host is now, and what happens to it.</summary>
    public HostReports Reports { get; }

    /// <summary>Makes the host what is required.</summary>
    public Enforcement Enforcement { get; }

    /// <summary>What the server may ask for.</summary>
    public BundleIntake Intake { get; }

    /// <summary>What a person at this host may ask for.</summary>
    public LocalDesk Local { get; }

    /// <summary>Holds and overrides.</summary>
    public StandingDesk Standing { get; }

    /// <summary>What this host decides itself.</summary>
    public DecisionDesk Deciding { get; }

    /// <summary>Digest of the required bundle; empty for none.</summary>
    public string WantedDigest => Bundles.Content.Wanted?.Held.Digest ?? "";

    /// <summary>Keeps and reports what was measured between the turns.</summary>
    /// <param name="evidence">What was measured.</param>
    /// <param name="under">Digest of the bundle it was measured under.</param>
    /// <param name="ct">Cancels the wait for the turn.</param>
    public Task MeasuredAsync(IReadOnlyList<Evidence> evidence, string under, CancellationToken ct) =>
        Queue.RunAsync(
            _ =>
            {
                Reports.Add(evidence, under);
                return Task.CompletedTask;
            },
            ct
        );

    /// <inheritdoc/>
    public void Dispose() => Queue.Dispose();
}
