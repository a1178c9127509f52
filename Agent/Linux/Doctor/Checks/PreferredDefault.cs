using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>A window on a default route that another default route is preferred to.</summary>
internal static class PreferredDefault
{
    public static readonly Check<HostFindings> Check = new(
        "preferred-default",
        DiagnosisGroup.Routes,
        "Of several default routes, the one with the smallest metric serves all connections. The window of another default route has no "
            + "effect while the preferred route exists.",
        "net/ipv4/fib_trie.c, fib_table_lookup",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        var said = new List<string>();
        foreach (
            var family in host.Routes.Where(route => route.Target is { IsDefault: true, InMainTable: true }).GroupBy(route => route.IsIpv6)
        )
        {
            var preferred = family.MinBy(route => route.Metric)!;
            said.AddRange(
                family
                    .Where(other =>
                        other.Metric > preferred.Metric && other.Target.Current.InitCwnd is not null && other.InitCwnd != preferred.InitCwnd
                    )
                    .Select(other =>
                        $"{other.Target.Id} has initcwnd {other.InitCwnd}, but {preferred.Target.Id} with {preferred.InitCwnd} is preferred"
                    )
            );
        }
        return said.Count > 0
            ? CheckAnswer.Advice(string.Join("; ", said), "Give both the same window: the scope 'default' covers every default route.")
            : CheckAnswer.Ok("no other default route has a different window");
    }
}
