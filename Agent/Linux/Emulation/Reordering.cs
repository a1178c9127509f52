namespace IwTune.Agent.Linux.Emulation;

/// <summary>Some packets are delayed, and those behind them overtake.</summary>
/// <param name="Share">How many of all, 0 to 1, chosen by the path's seed.</param>
/// <param name="HeldBack">How much longer they take.</param>
public sealed record Reordering(double Share, TimeSpan HeldBack);
