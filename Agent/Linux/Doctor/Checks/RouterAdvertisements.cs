using IwTune.Agent.Engine.Diagnosing;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Doctor.Checks;

/// <summary>An advertised default route that will lapse because this host forwards.</summary>
internal static class RouterAdvertisements
{
    private const string All = "net.ipv6.conf.all.forwarding";

    public static readonly Check<HostFindings> Check = new(
        "router-advertisements",
        DiagnosisGroup.Routes,
        "A host that forwards IPv6 ignores router advertisements unless accept_ra is 2. A default route that it learned before it "
            + "forwarded expires, together with its window.",
        "Documentation/networking/ip-sysctl.rst, accept_ra",
        Of
    );

    private static CheckAnswer Of(HostFindings host)
    {
        if (host.Number(All) is not { } all)
            return CheckAnswer.NotKnown($"{All} cannot be read: IPv6 is off here");
        var learned = host
            .Routes.Where(route =>
                route is { IsIpv6: true, IsAdvertised: true, Target.IsDefault: true } && route.Target.Interface is not null
            )
            .ToList();
        if (learned.Count == 0)
            return CheckAnswer.Ok("no default route was learned from a router advertisement");
        foreach (var name in learned.Select(route => route.Target.Interface!).Distinct(StringComparer.Ordinal))
        {
            var accept = $"net.ipv6.conf.{name}.accept_ra";
            if ((all != 0 || host.Number($"net.ipv6.conf.{name}.forwarding") is > 0) && host.Number(accept) == 1)
                return CheckAnswer.Problem($"{name} forwards and accept_ra is 1: its default route will expire", Sysctl.Set(accept, "2"));
        }
        return CheckAnswer.Ok(
            "the default route is refreshed on "
                + string.Join(", ", learned.Select(route => route.Target.Interface).Distinct(StringComparer.Ordinal))
        );
    }
}
