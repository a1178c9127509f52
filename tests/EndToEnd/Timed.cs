namespace IwTune.EndToEnd;

/// <summary>Tests that measure milliseconds run while no other test does.</summary>
[CollectionDefinition(nameof(Timed), DisableParallelization = true), Trait("Alone", "yes")]
public sealed class Timed;
