using System.Text;

namespace IwTune.Server.Storage.Feed;

/// <summary>What a transaction changed that others keep in memory: each key once, in as few messages as they fit into.</summary>
internal sealed class ChangeMessages
{
    /// <summary>PostgreSQL takes payloads of less than 8,000 bytes (postgresql.org/docs/15/sql-notify.html).</summary>
    public const int MostBytes = 7_900;

    private readonly Dictionary<string, HashSet<string>> _told = new(StringComparer.Ordinal);

    public bool IsEmpty => _told.Count == 0;

    /// <param name="topic">One of <see cref="Topic"/>.</param>
    /// <param name="key">Of what changed; empty where the topic has but one thing. Holds no line break.</param>
    public void Add(string topic, string key)
    {
        if (!_told.TryGetValue(topic, out var keys))
            _told[topic] = keys = new(StringComparer.Ordinal);
        keys.Add(key);
    }

    /// <param name="sender">Whose they are: a server leaves its own alone.</param>
    public IReadOnlyList<string> Messages(string sender)
    {
        var messages = new List<string>();
        foreach (var (topic, keys) in _told)
        {
            var head = $"{sender}\t{topic}";
            var (text, bytes) = (new StringBuilder(head), Encoding.UTF8.GetByteCount(head));
            foreach (var key in keys)
            {
                var more = 1 + Encoding.UTF8.GetByteCount(key);
                if (bytes + more > MostBytes && text.Length > head.Length)
                {
                    messages.Add(text.ToString());
                    (text, bytes) = (new StringBuilder(head), Encoding.UTF8.GetByteCount(head));
                }
                text.Append('\n').Append(key);
                bytes += more;
            }
            messages.Add(text.ToString());
        }
        return messages;
    }
}
