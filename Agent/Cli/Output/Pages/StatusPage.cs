using System.Globalization;
using IwTune.Agent.Engine;
using IwTune.Agent.Local;
using IwTune.Shared.Formatting;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Cli.Output.Pages;

/// <summary>What <c>status</c> prints for people.</summary>
internal static class StatusPage
{
    public static void Write(Terminal terminal, DaemonStatus daemon, HostState? state, IReadOnlyList<Evidence> evidence, string noun) =>
        Gathering.Lines(terminal, gathering => WriteLines(gathering, daemon, state, evidence, noun));

    private static void WriteLines(Terminal terminal, DaemonStatus daemon, HostState? state, IReadOnlyList<Evidence> evidence, string noun)
    {
        Columns.Write(terminal.Out, [.. Lines(terminal, daemon, state)], terminal.Width);
        if (state is not null)
            WriteTargets(terminal, state, evidence, noun);
        foreach (var note in daemon.Notes)
            terminal.Say(terminal.Paint(Ink.Attention, $"note: {note}"));
    }

    private static IEnumerable<(string, string)> Lines(Terminal terminal, DaemonStatus daemon, HostState? state)
    {
        yield return (
            "daemon",
            $"iwtune {daemon.Version}, pid {daemon.Pid}, up {Age.Of(daemon.Now - daemon.Since)}, state in {daemon.StateDirectory}"
        );
        yield return ("server", Server(terminal, daemon));
        if (daemon.Server?.HostKey is { } key)
            yield return (
                "host key",
                key switch
                {
                    HostKeys.Tpm => "in the TPM",
                    HostKeys.File => "in a file of the state directory",
                    "lost" => terminal.Paint(Ink.Bad, "lost; 'iwtune enroll --again' enrols again with a new key"),
                    _ => "none; the secret alone proves this host",
                }
            );
        yield return ("policy", Policy(daemon, state));
        yield return ("phase", state is null ? "starting" : Phase(terminal, state));
        foreach (var decided in state?.Decided ?? [])
            yield return ("decides", DecidedText.Of(decided, daemon.Now));
        if (state?.Hold is { } hold)
            yield return ("hold", terminal.Paint(Ink.Attention, $"{hold}; 'iwtune release' ends it"));
        if (daemon.Waiting is { } waiting)
            yield return ("waiting", $"{waiting} was received and verified; it is applied when the hold ends");
        if (daemon.Overrides.Count > 0)
            yield return (
                "overrides",
                terminal.Paint(
                    Ink.Attention,
                    $"{Counted.Of(daemon.Overrides.Count, "local override")}; 'iwtune override --clear' ends "
                        + (daemon.Overrides.Count == 1 ? "it" : "them")
                )
            );
        if (daemon.Experiment.Length > 0)
            yield return ("experiment", daemon.Experiment);
        if (daemon.Settings.Length > 0)
            yield return ("settings", daemon.Settings);
        if (daemon.Repairs.Count > 0)
            yield return ("repairs", RepairsText.Of(daemon.Repairs, daemon.Now));
        if (daemon.ConfirmBy is { } by)
            yield return (
                "confirm",
                terminal.Paint(
                    Ink.Attention,
                    $"undone in {Age.Of(by - daemon.Now)} unless {(daemon.Server is null ? "" : "the server is reached or ")}'iwtune "
                        + "confirm' is run"
                )
            );
        if (daemon.Server is not null)
            yield return ("reports", daemon.Unsent == 0 ? "all stored by the server" : $"{daemon.Unsent} waiting to be sent");
    }

    private static string Server(Terminal terminal, DaemonStatus daemon) =>
        daemon switch
        {
            { PolicyFile: not null } => "none; the daemon has a policy file",
            { Server: null, IdentityProblem: { Length: > 0 } problem } =>
                $"{terminal.Paint(Ink.Bad, "not called; the identity of this host cannot be used")}. {problem}",
            { Server: null, Named: { } named } => $"not enrolled; enrol at {named} with 'iwtune enroll --token T'",
            { Server: null } => "not enrolled; 'iwtune enroll' enrols this host",
            { Server: { Enrolment: nameof(MembershipState.Waiting), EnrolmentSince: { } since } server } =>
                $"{server.Url} {terminal.Paint(Ink.Attention, "waiting for approval by an administrator")} since "
                    + $"{Age.Of(daemon.Now - since)}, "
                    + $"{since:u}{(server.EnrolmentUntil is { } end ? $"; expires {end:u}" : "")}.{Next(daemon, server)}",
            { Server: { Enrolment: { } state and not "Member", Problem.Length: > 0 } server } =>
                $"{server.Url} {terminal.Paint(Ink.Bad, Standing(state))}: {server.Problem}{Next(daemon, server)}",
            { Server: { Problem.Length: > 0, LastContact: var last } server } => $"{server.Url} {terminal.Paint(Ink.Bad, "not reached")}, "
                + $"{(last is { } at ? $"last {Age.Of(daemon.Now - at)} ago" : "never since the start")}: "
                + $"{server.Problem}{Next(daemon, server)}",
            { Server: { LastContact: { } last } server } =>
                $"{server.Url} {terminal.Paint(Ink.Good, "reached")} {Age.Of(daemon.Now - last)} ago",
            _ => $"{daemon.Server!.Url} not contacted yet",
        };

    private static string Next(DaemonStatus daemon, ServerStatus server) =>
        server.NextAttempt switch
        {
            { } at when at > daemon.Now => $" Next attempt in {Age.Of(at - daemon.Now)}, at {at:u}.",
            { } => " The next attempt is due now.",
            null => "",
        };

    private static string Standing(string state) =>
        state switch
        {
            nameof(MembershipState.Refused) => "refused by an administrator",
            nameof(MembershipState.Lapsed) => "not approved in time",
            nameof(MembershipState.Quarantined) => "quarantined",
            nameof(MembershipState.Adopted) => "becoming a separate host",
            nameof(MembershipState.Retired) => "retired",
            nameof(MembershipState.Unknown) => "does not know this host",
            _ => "must enrol again",
        };

    private static string Policy(DaemonStatus daemon, HostState? state)
    {
        if (state?.Held is null)
            return "none";
        var name = state.Policy is null ? "none assigned" : PolicyName.Of(state.Policy, state.Revision);
        var origin =
            daemon.PolicyFile is { } file && (daemon.PolicyDigest ?? state.Held.Digest) == state.Held.Digest ? $" from {file}"
            : state.Held.Sequence == 0 ? " applied by hand"
            : "";
        if (state.Observing is { } by)
            return $"{name}{origin}, only observed ({by})";
        return $"{name}{origin}, {(state.Mode == Shared.Policies.PolicyMode.Audit ? "audit" : "enforce")}";
    }

    private static string Phase(Terminal terminal, HostState state)
    {
        var (word, ink) = state.Phase switch
        {
            BundlePhase.Applied => ("applied", Ink.Good),
            BundlePhase.AwaitingConfirm => ("applied, waiting for confirmation", Ink.Attention),
            BundlePhase.Failed => ("failed", Ink.Bad),
            BundlePhase.PutBack => ("undone", Ink.Attention),
            BundlePhase.Audited => ("audited", Ink.Plain),
            _ => ("nothing to enforce", Ink.Plain),
        };
        var painted = terminal.Paint(ink, word);
        return state.Reason.Length == 0 ? painted : $"{painted}: {ReasonsBelow.Of(state.Reason, state)}";
    }

    private static void WriteTargets(Terminal terminal, HostState state, IReadOnlyList<Evidence> evidence, string noun)
    {
        var fresh = evidence
            .Where(seen => seen.Method == EvidenceMethod.FreshConnection)
            .ToDictionary(seen => seen.TargetId, StringComparer.Ordinal);
        var shown = state.Targets.Where(target => target.Wanted is not null || target.Managed).ToList();
        if (shown.Count > 0)
        {
            terminal.Out.WriteLine();
            var table = new Table(
                (noun.ToUpperInvariant(), Align.Left),
                ("CONFIGURED", Align.Left),
                ("EFFECTIVE", Align.Right),
                ("BOUND BY", Align.Left),
                ("RTT", Align.Right),
                ("MSS", Align.Right),
                ("OUTCOME", Align.Left)
            );
            var notes = new Footnotes();
            foreach (var target in shown)
                table.Add(Row(target, fresh.GetValueOrDefault(target.Id), terminal.Width is null ? null : notes));
            table.Write(terminal);
            notes.Write(terminal);
            foreach (var live in evidence.Where(seen => seen.Passive is not null && shown.Exists(target => target.Id == seen.TargetId)))
                terminal.Say(terminal.Paint(Ink.Quiet, Invariant.Text($"{live.TargetId}, {live.At:HH:mm}Z: {LiveTrafficText.Of(live)}")));
        }
        var others = state.Targets.Count - shown.Count;
        if (others > 0)
            terminal.Out.WriteLine(
                $"{(shown.Count > 0 ? "" : "\n")}{others} other {noun}{(others == 1 ? "" : "s")} not managed; 'iwtune show' lists them."
            );
        foreach (var unmatched in state.Unmatched)
            terminal.Say(terminal.Paint(Ink.Attention, $"no match: {unmatched}"));
    }

    private static Cell[] Row(TargetState target, Evidence? seen, Footnotes? notes)
    {
        var measured = seen is { Conclusive: true };
        var off = target.Wanted is { } wanted && wanted != target.Configured;
        return
        [
            target.Id,
            new Cell(off ? $"{target.Configured} (required {target.Wanted})" : target.Configured.ToString(), off ? Ink.Bad : Ink.Plain),
            measured ? $"{seen!.EffectiveSegments} seg {seen.EffectiveBytes} B" : new Cell("not measured", Ink.Quiet),
            measured ? BindingText.Of(seen!) : "",
            measured && seen!.RttMicroseconds is { } rtt ? string.Create(CultureInfo.InvariantCulture, $"{rtt / 1000.0:0.0} ms") : "",
            measured && seen!.Mss is { } mss ? mss.ToString(CultureInfo.InvariantCulture) : "",
            new Cell(
                OutcomeText.Of(target) + (notes?.Mark(target.Reason) ?? (target.Reason.Length > 0 ? $": {target.Reason}" : "")),
                target.Left is not null ? Ink.Attention
                    : target.Outcome is TargetOutcome.Refused or TargetOutcome.Failed ? Ink.Bad
                    : Ink.Plain
            ),
        ];
    }
}
