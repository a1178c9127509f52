using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.CheckIns;

/// <summary>Is the server there, and does it know this host.</summary>
internal static class Ping
{
    public static async Task<IResult> HandleAsync(HttpContext context, HostDirectory hosts, NonMembers strangers) =>
        HostGate.Admit(context, hosts, out var refusal) is null ? await strangers.AnswerAsync(context, refusal) : TypedResults.NoContent();
}
