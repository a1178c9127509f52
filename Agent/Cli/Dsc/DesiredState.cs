using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Dsc;

/// <summary>What the input asks for.</summary>
/// <param name="Exist">False when everything is to be as before iwtune came.</param>
/// <param name="Content">The policy's content; <see langword="null"/> when the input names none.</param>
internal sealed record DesiredState(bool Exist, BundleContent? Content);
