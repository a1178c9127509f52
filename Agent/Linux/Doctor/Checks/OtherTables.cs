using System.Globalization;
using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>Policy rules that look elsewhere than in the table which scopes follow.</summary>
internal static class OtherTables
{
    public static readonly Check<HostFindings> Check = new(
        "policy-rules",
        DiagnosisGroup.Routes,
        "Connections that a rule (ip rule) sends to another table do not get the windows of the main table.",
        "net/core/fib_rules.c; measured",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        if (host.Rules.Count == 0)
            return CheckAnswer.Ok("no rule uses another table than local, main and default");
        var windows = host
            .Routes.Where(route => route.Target is { InMainTable: true, IsDefault: true })
            .Select(route => route.InitCwnd)
            .ToHashSet();
        var differing = host
            .Rules.Where(rule =>
                host.Routes.Any(route => route.Table == rule.Table && route.IsIpv6 == rule.IsIpv6 && !windows.Contains(route.InitCwnd))
            )
            .ToList();
        if (differing.Count == 0)
            return CheckAnswer.Ok($"{Tables(host.Rules)}: no route there has another window than the default route");
        return CheckAnswer.Advice(
            $"{Tables(differing)}: routes there have other windows than the default route",
            "'iwtune show --all' lists them; a scope 'table: N' in the policy covers them."
        );
    }

    private static string Tables(IEnumerable<RuleFinding> rules) =>
        "tables "
        + string.Join(
            ", ",
            rules.Select(rule => rule.Table).Distinct().Order().Select(table => table.ToString(CultureInfo.InvariantCulture))
        );
}
