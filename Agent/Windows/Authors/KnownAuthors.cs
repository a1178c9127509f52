using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Watching;

namespace IwTune.Agent.Windows.Authors;

/// <summary>Who changed which template or filter last, as far as it is known. One change is asked about once.</summary>
internal sealed class KnownAuthors(ChangeInquiry inquiry)
{
    private readonly Dictionary<string, Attribution> _authors = new(StringComparer.Ordinal);
    private readonly Dictionary<string, (string? Value, DateTimeOffset? LastLook)> _asked = new(StringComparer.Ordinal);

    /// <summary>The author of the last change of a target.</summary>
    public Attribution? Of(string target)
    {
        lock (_authors)
            return _authors.GetValueOrDefault(target);
    }

    /// <summary>Targets with their authors.</summary>
    public IReadOnlyList<Target> Named(IReadOnlyList<Target> targets) =>
        [.. targets.Select(target => target with { ChangedBy = Of(target.Id) })];

    /// <summary>Finds the author of what one look has shown.</summary>
    public async ValueTask AskAsync(NoticedChanges noticed, CancellationToken ct)
    {
        var news = New(noticed);
        if (news.Count == 0 || (noticed.LastLook is null && !inquiry.WrittenLately))
            return;
        var author = await inquiry.AskAsync(noticed.LastLook, ct);
        lock (_authors)
        {
            foreach (var target in news)
                _authors[target] = author;
        }
    }

    private List<string> New(NoticedChanges noticed)
    {
        lock (_authors)
        {
            var news = noticed
                .Changes.Where(one => !_asked.TryGetValue(one.Target, out var asked) || asked != (one.Now, noticed.LastLook))
                .ToList();
            foreach (var change in news)
                _asked[change.Target] = (change.Now, noticed.LastLook);
            return [.. news.Select(one => one.Target)];
        }
    }
}
