using System.Net;
using IwTune.Agent.Ports;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Engine.Flights;

/// <summary>Evidence of a fresh connection that proves nothing, and why.</summary>
internal static class Unmeasured
{
    public static Evidence Of(Target target, DateTimeOffset at, string note, IPEndPoint? peer = null, string digest = "") =>
        new()
        {
            TargetId = target.Id,
            Method = EvidenceMethod.FreshConnection,
            At = at,
            Conclusive = false,
            ConfiguredCwnd = target.Current.InitCwnd,
            Peer = peer?.ToString() ?? "",
            BundleDigest = digest,
            Note = note,
        };
}
