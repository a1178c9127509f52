using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Policies;
using IwTune.Shared.Fleet.Enrolment;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Enrolment.Secrets;

/// <summary>Requires hosts to make new secrets. They do so with their next check-ins, hosts with a held check-in at once.</summary>
internal static class RotateHosts
{
    private const int Shown = 100;

    public static async Task<HostsOutcome<HostsDecided>> RunAsync(Publisher by, RotateHostsRequest request)
    {
        var (scope, wrong) = AskedHosts.Read(request.Host, request.Selector);
        List<PolicyProblem> problems = [.. wrong, .. Publish.ReasonProblems(request.Reason)];
        if (scope is null || problems.Count > 0)
            return HostsOutcome<HostsDecided>.Wrong(problems);
        var hosts = scope.In(by);
        if (hosts.Count == 0)
            return HostsOutcome<HostsDecided>.Wrong(scope.NoMatch(by.Scope));
        await by.Database.WriteAsync(async write =>
        {
            await Rotation.AskAsync(write, by.Clock, by.Actor, hosts, request.Reason.Trim());
            return 0;
        });
        by.Requirements.Wake();
        return HostsOutcome<HostsDecided>.Done(new(hosts.Count, [.. hosts.Take(Shown).Select(host => host.Identity.Name)]));
    }
}
