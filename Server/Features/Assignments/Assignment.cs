namespace IwTune.Server.Features.Assignments;

/// <summary>A selector, the policy its hosts follow, and how much it weighs.</summary>
public sealed record Assignment(string Id, Selector Selector, string Policy, int Priority, DateTimeOffset Created);
