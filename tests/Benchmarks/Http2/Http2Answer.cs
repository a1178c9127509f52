namespace IwTune.Benchmarks.Http2;

/// <summary>The answer to a call.</summary>
/// <param name="Status">Its code.</param>
/// <param name="RetryAfter">How long the server asks to wait; <see langword="null"/> when it does not say.</param>
/// <param name="Body">Empty when it has none.</param>
internal readonly record struct Http2Answer(int Status, TimeSpan? RetryAfter, byte[] Body);
