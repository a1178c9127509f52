namespace IwTune.Benchmarks;

/// <summary>A measurement could not be made; the text says what was tried and what came back.</summary>
public sealed class BenchException(string message) : Exception(message);
