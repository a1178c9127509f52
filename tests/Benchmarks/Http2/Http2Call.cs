namespace IwTune.Benchmarks.Http2;

/// <summary>
/// A call that waits for its answer. The caller continues on the connection's reader, so that the next calls of all hosts that were
/// answered together are sent together.
/// </summary>
internal sealed class Http2Call : TaskCompletionSource<Http2Answer>
{
    private (int Status, TimeSpan? RetryAfter) head;
    private byte[] body = [];

    public void Begin((int Status, TimeSpan? RetryAfter) answer) => head = answer;

    public void Add(ReadOnlySpan<byte> part) => body = body.Length == 0 ? part.ToArray() : [.. body, .. part];

    public void End() => SetResult(new(head.Status, head.RetryAfter, body));
}
