namespace IwTune.Agent.Engine.Standing;

/// <summary>What a person sets above every policy.</summary>
/// <param name="Targets">Ids of targets; a single <c>*</c> for all.</param>
/// <param name="InitCwnd">Segments.</param>
/// <param name="InitRwnd">Segments.</param>
/// <param name="Clear">Clear the overrides of these targets instead.</param>
/// <param name="By">Who asks.</param>
/// <param name="Reason">Why, in their words.</param>
public sealed record OverrideRequest(IReadOnlyList<string> Targets, int? InitCwnd, int? InitRwnd, bool Clear, string By, string Reason);
