using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Hosts;

/// <summary>What selectors look at.</summary>
/// <param name="Id">UUIDv7, text.</param>
/// <param name="Name">The host's own name.</param>
/// <param name="Os"><c>linux</c> or <c>windows</c>.</param>
/// <param name="Kernel">Release or build.</param>
/// <param name="Labels">From the token or edited since.</param>
public sealed record HostIdentity(string Id, string Name, string Os, string Kernel, IReadOnlyDictionary<string, string> Labels)
{
    public HostIdentity With(HostFacts facts) => this with { Name = facts.HostName, Os = facts.Os, Kernel = facts.Kernel };
}
