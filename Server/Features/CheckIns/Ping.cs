using IwTune.Server.Features.Hosts;

namespace IwTune.Server.Features.CheckIns;

/// <summary>Is the server there, and does it know this host.</summary>
internal static class Ping
{
    public static IResult Handle(HttpContext context, HostDirectory hosts) =>
        HostGate.Admit(context, hosts, out var refusal) is null ? refusal : TypedResults.NoContent();
}
