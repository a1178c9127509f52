using IwTune.Server.Features.CheckIns;
using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Enrolment;

/// <summary>The host leaves of its own accord. Its history stays.</summary>
internal static class Unenrol
{
    public static async Task<IResult> HandleAsync(
        HttpContext context,
        Database database,
        HostDirectory hosts,
        TimeProvider clock,
        NonMembers strangers
    )
    {
        if (HostGate.Admit(context, hosts, out var refusal) is not { } host)
            return await strangers.AnswerAsync(context, refusal);
        await Retire.RunAsync(database, hosts, clock, $"host:{host.Id}", HostScope.Fleet, host.Id, "Un-enrolled on the host.");
        return TypedResults.NoContent();
    }
}
