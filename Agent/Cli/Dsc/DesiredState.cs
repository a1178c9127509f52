using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>The desired state in the input.</summary>
/// <param name="Exist">False to restore everything to before iwtune came.</param>
/// <param name="Content">The policy's content; <see langword="null"/> when the input names none.</param>
internal sealed record DesiredState(bool Exist, BundleContent? Content);
