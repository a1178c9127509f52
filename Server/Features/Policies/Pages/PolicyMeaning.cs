using IwTune.Server.Console;
using IwTune.Shared.Model;
using IwTune.Shared.Policies;
using IwTune.Shared.Policies.OperatingSystems;

namespace IwTune.Server.Features.Policies.Pages;

/// <summary>
/// A policy's effect in plain words: where, how much, how long an answer then takes, and the effect on each operating system.
/// </summary>
/// <param name="Summary">Mode, guardrails and the dead-man timer.</param>
/// <param name="Rules">Each scope.</param>
/// <param name="Linux">Consequences on Linux.</param>
/// <param name="Windows">Consequences on Windows Server.</param>
internal sealed record PolicyMeaning(
    IReadOnlyList<string> Summary,
    IReadOnlyList<PolicyMeaning.Rule> Rules,
    IReadOnlyList<string> Linux,
    IReadOnlyList<string> Windows
)
{
    /// <summary>Size of the answer in the figures, bytes.</summary>
    public const int AnswerBytes = 100_000;

    /// <summary>Round-trip time of the path in the figures.</summary>
    public static readonly TimeSpan Rtt = TimeSpan.FromMilliseconds(100);

    private const int Mss = 1448;

    /// <param name="Where">The scope in words.</param>
    /// <param name="Send">What it sends at first: segments, <c>auto, 3 to 10</c>, or <c>unset</c>.</param>
    /// <param name="Window">The window.</param>
    /// <param name="FirstFlight">
    /// Bytes that leave before the first acknowledgement, for a full-sized segment; what a host begins with where it decides.
    /// </param>
    /// <param name="Time">How long <see cref="AnswerBytes"/> take over <see cref="Rtt"/>, from the request to the last byte.</param>
    internal sealed record Rule(string Where, string Send, Window Window, long FirstFlight, TimeSpan Time);

    public static PolicyMeaning Of(Policy policy) =>
        new([.. Say(policy)], [.. policy.Scopes.Select(Explain)], [.. OnLinux(policy)], [.. OnWindows(policy)]);

    /// <summary>The same figure with the kernel's own window, to compare with.</summary>
    public static TimeSpan DefaultTime => Time(InitialWindow.LinuxDefault);

    private static Rule Explain(ScopeRule rule)
    {
        var cwnd = rule.Window.InitCwnd ?? rule.Steering.Start ?? InitialWindow.LinuxDefault;
        return new(Where(rule.Scope), SteeringMeaning.Send(rule), rule.Window, (long)cwnd * Mss, Time(cwnd));
    }

    private static TimeSpan Time(int cwnd) =>
        SlowStart
            .Predict(
                new()
                {
                    SizeBytes = AnswerBytes,
                    Rtt = Rtt,
                    InitCwnd = cwnd,
                    Mss = Mss,
                }
            )
            .Fetch;

    private static string Where(Scope scope) =>
        scope switch
        {
            Scope.Prefix p => $"Routes to {p.Network} or more specific",
            Scope.Interface i => $"Routes through {i.Name}",
            Scope.Table { Name: "local" } => "Routes to the host’s own addresses",
            Scope.Table t => $"Routes in table {t.Name}",
            Scope.Containers c => $"Containers and pods with {c.Selector}",
            _ => "Default routes on Linux, default templates on Windows",
        };

    private static IEnumerable<string> Say(Policy policy)
    {
        yield return policy.Mode == PolicyMode.Audit
            ? "Audit: hosts report differences and change nothing."
            : "Enforce: hosts apply the windows, repair drift, and can always restore the before-image.";
        if (policy.Limits.Max is { } max)
            yield return $"No host gets more than {Quantities.Of(max, "segment")}.";
        if (policy.Limits.StepFactor is { } step)
            yield return $"One change multiplies a window by at most {step}; the host refuses a larger one.";
        foreach (var sentence in SteeringMeaning.Of(policy))
            yield return sentence;
        if (policy.Mode == PolicyMode.Enforce)
        {
            yield return policy.Confirm is { } confirm
                ? $"A host that cannot read back its windows and reach the server within {Span(confirm)} restores the old ones."
                : "No dead-man timer: a host that loses the server keeps the new windows.";
        }
    }

    private static IEnumerable<string> OnLinux(Policy policy)
    {
        yield return "Set on existing routes; other route attributes are kept. A route that cannot be changed without interruption is "
            + "refused, with the reason.";
        if (policy.Scopes.Any(r => r.Window.InitCwnd > InitialWindow.LinuxDefault))
            yield return "Above the kernel’s 10 segments the first flight is a larger burst; hosts with fq or BBR pace it.";
        if (policy.Scopes.Any(r => r.Window.InitRwnd is not null))
            yield return "initrwnd is announced to peers as far as net.ipv4.tcp_rmem allows.";
        if (policy.Scopes.Any(r => r.Scope is Scope.Prefix))
            yield return "A prefix without its own route on a host is reported as unmatched; no route is created.";
    }

    /// <summary>The effect on servers since 2016, then what older servers and clients cannot do.</summary>
    private static IEnumerable<string> OnWindows(Policy policy)
    {
        var current = WindowsFit.Of(policy.Scopes, WindowsRelease.Server2016);
        foreach (var misfit in current)
            yield return misfit.Unsupported ? $"Unsupported: {misfit.Text}" : misfit.Text;
        if (policy.Scopes.Any(rule => rule.Scope is Scope.Default) && !current.Any(misfit => misfit.Unsupported))
            yield return "Windows Server 2016 and later: set in the templates of connections, Internet and Datacenter, and kept "
                + "over restarts.";
        if (policy.Scopes.Any(rule => rule.Scope is Scope.Prefix))
            yield return "A prefix becomes a custom template and a transport filter.";
        foreach (var release in (WindowsRelease[])[WindowsRelease.Server2012R2, WindowsRelease.Server2012])
        {
            var only = WindowsFit.Of(policy.Scopes, release).Where(misfit => misfit.Unsupported && !current.Contains(misfit)).ToList();
            foreach (var misfit in only)
                yield return $"Unsupported on {release.Name()}: {misfit.Text}";
        }
        yield return "Unsupported: clients, whose templates are read-only, and Server 2008 R2, for which the commands are printed.";
    }

    internal static string Span(TimeSpan time) =>
        time switch
        {
            { TotalSeconds: < 120 } => $"{time.TotalSeconds:0} s",
            { TotalMinutes: < 120 } => $"{time.TotalMinutes:0} min",
            _ => $"{time.TotalHours:0.#} h",
        };
}
