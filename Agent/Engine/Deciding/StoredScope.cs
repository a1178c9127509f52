using IwTune.Shared.Model.Deciding;

namespace IwTune.Agent.Engine.Deciding;

/// <summary>A scope's decision on disk.</summary>
/// <param name="Scope">The scope.</param>
/// <param name="Word">The kind; a state of another kind is not continued.</param>
/// <param name="State">The state from which its window continues.</param>
/// <param name="Last">The result of the last evaluation.</param>
/// <param name="LastAt">The time of that evaluation.</param>
internal sealed record StoredScope(string Scope, string Word, DecidedState State, string Last, DateTimeOffset? LastAt);
