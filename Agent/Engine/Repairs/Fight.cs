namespace IwTune.Agent.Engine.Repairs;

/// <summary>A target that is not repaired any more because its owner undid every repair.</summary>
/// <param name="Target">The target's id.</param>
/// <param name="Since">When repairing stopped.</param>
/// <param name="By">Who changed it last, or most.</param>
/// <param name="Repairs">How many repairs were undone.</param>
/// <param name="Advice">What the owner's own setting is, as a sentence; may be empty.</param>
public sealed record Fight(string Target, DateTimeOffset Since, string By, int Repairs, string Advice);

/// <summary>How often a target was repaired after another writer changed it.</summary>
/// <param name="Target">The target's id.</param>
/// <param name="By">Who had changed it.</param>
/// <param name="Count">How often.</param>
/// <param name="Last">The last time.</param>
public sealed record RepairCount(string Target, string By, int Count, DateTimeOffset Last);
