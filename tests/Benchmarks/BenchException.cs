namespace IwTune.Benchmarks;

/// <summary>A measurement could not be made; the text names the attempt and the result.</summary>
public sealed class BenchException(string message) : Exception(message);
