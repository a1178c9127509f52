namespace IwTune.Server.Hosting.Load;

/// <summary>Marks a call that reads a whole list or log into a file: one caller has only a few of them under way.</summary>
internal sealed record CostlyCall;
