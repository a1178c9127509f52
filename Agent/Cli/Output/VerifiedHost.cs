using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>What <c>verify --json</c> writes.</summary>
internal sealed record VerifiedHost(bool Holds, HostState State, IReadOnlyList<Evidence> Evidence);
