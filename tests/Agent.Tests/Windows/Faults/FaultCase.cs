using IwTune.Agent.Tests.Windows.Emulated;
using IwTune.Agent.Windows.Templates;
using IwTune.WindowsDouble.Faults;
using IwTune.WindowsDouble.Machine;

namespace IwTune.Agent.Tests.Windows.Faults;

/// <summary>A fault while a policy is applied to a Windows host.</summary>
/// <param name="Name">For people.</param>
/// <param name="Arm">Causes the fault; gets the token source that stops the service.</param>
internal sealed record FaultCase(string Name, Action<EmulatedHost, CancellationTokenSource> Arm)
{
    /// <summary>The required window, segments.</summary>
    public int Segments { get; init; } = 16;

    /// <summary>The language in which its capture exists.</summary>
    public string Locale { get; init; } = "en-US";

    /// <summary>True for a fault that shows only where netsh is read.</summary>
    public bool ByNetsh { get; init; }

    /// <summary>True for a fault that need not be reported, because every required window is set.</summary>
    public bool Silent { get; init; }

    /// <summary>The possible results on a Windows that can be set, in the words of the table.</summary>
    public required IReadOnlyList<string> Ends { get; init; }

    /// <summary>All of them.</summary>
    public static IReadOnlyList<FaultCase> All { get; } =
    [
        new("nothing", (_, _) => { }) { Silent = true, Ends = ["Applied"] },
        new(
            "not elevated",
            (host, _) =>
            {
                host.Elevated = false;
                host.Machine.Arm(new Fault(FaultKind.Denied) { Writes = true });
            }
        )
        {
            Locale = "de-DE",
            Ends = ["Failed"],
        },
        new("stock templates refused", Faults(new Fault(FaultKind.StockRefused) { Tool = Tool.Netsh, Writes = true }))
        {
            Silent = true,
            Ends = ["Failed", "Applied"],
        },
        new("netsh missing", (host, _) => host.Netsh.Missing = true) { Ends = ["Failed"] },
        new("netsh hangs, nothing done", Faults(new Fault(FaultKind.Hang) { Tool = Tool.Netsh, Writes = true })) { Ends = ["Failed"] },
        new("netsh hangs, all done", Faults(new Fault(FaultKind.HangAfterwards) { Tool = Tool.Netsh, Writes = true }))
        {
            Ends = ["Applied"],
        },
        new(
            "second netsh hangs",
            Faults(
                new Fault(FaultKind.Hang)
                {
                    Tool = Tool.Netsh,
                    Writes = true,
                    After = 1,
                }
            )
        )
        {
            Silent = true,
            Ends = ["Failed", "Applied"],
        },
        new("exit 0 without effect", Faults(new Fault(FaultKind.LostWrite) { Tool = Tool.Netsh, Writes = true })) { Ends = ["Failed"] },
        new("exit 1 although done", Faults(new Fault(FaultKind.ComplainsAlthoughDone) { Tool = Tool.Netsh, Writes = true }))
        {
            Ends = ["Applied"],
        },
        new(
            "another value is written",
            Faults(
                new Fault(FaultKind.OddValue)
                {
                    Tool = Tool.Netsh,
                    Writes = true,
                    Times = 1,
                }
            )
        )
        {
            Ends = ["Failed"],
        },
        new("output in another code page", (host, _) => InAnotherCodePage(host))
        {
            Locale = "de-DE",
            ByNetsh = true,
            Silent = true,
            Ends = ["Applied"],
        },
        new("output is noise", Faults(new Fault(FaultKind.Garbage) { Tool = Tool.Netsh, Writes = true }))
        {
            Silent = true,
            Ends = ["Applied"],
        },
        new("reading is noise", Faults(new Fault(FaultKind.Garbage) { Writes = false })) { Ends = ["Unavailable"] },
        new("template missing", (host, _) => host.Machine.Arm(new Fault(FaultKind.TemplateMissing) { Template = Wanted(host) }))
        {
            Ends = ["Unsupported", "Applied"],
        },
        new(
            "template goes after planning",
            (host, _) =>
                AtFirst(host, "before netsh set", () => host.Machine.Arm(new Fault(FaultKind.TemplateMissing) { Template = Wanted(host) }))
        )
        {
            Ends = ["Refused", "Applied"],
        },
        new("asked for 11", (_, _) => { }) { Segments = 11, Ends = ["Unsupported"] },
        new("asked for 66", (_, _) => { }) { Segments = 66, Ends = ["Unsupported"] },
        new("has an odd value", (host, _) => host.Machine.Change(state => state.WithWindow(Wanted(host), 11)))
        {
            Ends = ["Refused", "Applied"],
        },
        new("filter clash", Faults(new Fault(FaultKind.FilterClash))) { Ends = ["Failed"] },
        new(
            "a filter of somebody else",
            (host, _) =>
                host.Machine.Change(state => state with { Filters = [new FilterState("Compat") { DestinationPrefix = "10.0.0.0/8" }] })
        )
        {
            Ends = ["Applied"],
        },
        new(
            "somebody else writes too",
            Faults(
                new Fault(FaultKind.Drift)
                {
                    Writes = true,
                    Value = 6,
                    Times = 1,
                }
            )
        )
        {
            Ends = ["Failed"],
        },
        new(
            "reading fails after the first write",
            (host, _) => AtFirst(host, "after netsh set", () => host.Machine.Arm(new Fault(FaultKind.Broken) { Writes = false }))
        )
        {
            Ends = ["Unavailable"],
        },
        new("service stopped mid-apply", (host, stop) => AtFirst(host, "after netsh set", stop.Cancel)) { Ends = ["Stopped"] },
    ];

    /// <summary>The template that the policy sets first.</summary>
    private static string Wanted(EmulatedHost host) =>
        host.Profile.Writable.FirstOrDefault(name => name == "Internet")
        ?? (host.Profile.Writable.Count > 0 ? host.Profile.Writable[0] : "Internet");

    private static Action<EmulatedHost, CancellationTokenSource> Faults(params Fault[] faults) => (host, _) => host.Machine.Arm(faults);

    private static void InAnotherCodePage(EmulatedHost host)
    {
        host.Machine.Arm(new Fault(FaultKind.OtherCodePage) { Value = 932 });
        // netsh names the default; how it shows Automatic is not known.
        if (host.Profile.HasTemplates)
            host.Machine.Change(state => state with { Default = "Internet" });
    }

    private static void AtFirst(EmulatedHost host, string moment, Action then)
    {
        var done = false;
        host.At = at =>
        {
            if (done || at != moment)
                return;
            done = true;
            then();
        };
    }

    /// <summary>The method of reading this profile in this case: a server as it comes has no PowerShell 7.</summary>
    public AccessMethod RoadOn(EmulatedWindows machine) =>
        machine.Profile.HasCmdlets && !(ByNetsh && machine.Profile.Build >= 19041) ? AccessMethod.Wmi : AccessMethod.Netsh;

    public override string ToString() => Name;
}
