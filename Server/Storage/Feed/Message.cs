namespace IwTune.Server.Storage.Feed;

/// <summary>A message of another server.</summary>
/// <param name="Sender">Which server.</param>
/// <param name="Topic">One of <see cref="Feed.Topic"/>; a newer server may know more of them.</param>
/// <param name="Keys">Of what changed.</param>
internal sealed record Message(string Sender, string Topic, IReadOnlyList<string> Keys)
{
    /// <returns><see langword="null"/> for text that no IwTune server wrote.</returns>
    public static Message? Read(string payload)
    {
        var lines = payload.Split('\n');
        return lines[0].Split('\t') is [{ Length: > 0 } sender, { Length: > 0 } topic] && lines.Length > 1
            ? new(sender, topic, lines[1..])
            : null;
    }
}
