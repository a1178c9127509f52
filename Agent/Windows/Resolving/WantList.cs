using IwTune.Agent.Engine;
using IwTune.Agent.Ports;
using IwTune.Agent.Windows.Templates;
using IwTune.Agent.Windows.TransportFilters;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Windows.Resolving;

/// <summary>The wants of one resolution; each target once: the scope that names it first decides.</summary>
internal sealed class WantList(HostSnapshot observed)
{
    private readonly Dictionary<string, Want> _wants = new(StringComparer.Ordinal);
    private readonly List<string> _made = [];

    public bool Any => _wants.Count > 0;

    /// <summary>In the order of the snapshot, then what steps would make: templates before the filters that use them.</summary>
    public IReadOnlyList<Want> InOrder =>
        [.. observed.Targets.Select(target => target.Id).Concat(_made).Select(id => _wants.GetValueOrDefault(id)).OfType<Want>()];

    /// <summary>
    /// True when we set Automatic to take the custom templates, and nothing requires that (any more): it is restored before anything is
    /// set.
    /// </summary>
    public bool LeavesCustom =>
        observed.Targets.Any(target =>
            target is { Original: not null }
            && target.Id == WindowsTargets.Id(TemplateName.Automatic)
            && !_wants.ContainsKey(target.Id)
            && WindowsImage.Read(target.Original.Raw) is { UseCustom: false }
        );

    /// <summary>True when a template serves everything only until Automatic is restored.</summary>
    public bool WillLeave(TemplateName name) => name is TemplateName.InternetCustom or TemplateName.DatacenterCustom && LeavesCustom;

    /// <summary>True for a target whose before-image the journal holds.</summary>
    public bool IsManaged(string id) => observed.Targets.Any(target => target is { Original: not null } && target.Id == id);

    /// <summary>An existing target; without effect when there is none of this id.</summary>
    public void Add(string id, Asked asked, string? cannot, params IReadOnlyList<TemplateName> follows)
    {
        if (observed.Targets.FirstOrDefault(target => target.Id == id) is { } target)
            _wants.TryAdd(
                id,
                new Want(target, asked.Window, asked.Scope)
                {
                    Cannot = cannot,
                    Note = asked.Note,
                    Follows = [.. follows.Select(WindowsTargets.Id)],
                }
            );
    }

    /// <summary>What was set earlier is neither changed nor restored now.</summary>
    public void Keep(string id, Asked asked, string cannot)
    {
        if (observed.Targets.FirstOrDefault(target => target.Id == id) is { Original: not null, LastSet: { } last } target)
            _wants.TryAdd(id, new Want(target, last.Window, asked.Scope) { Cannot = cannot });
    }

    /// <summary>A filter, which a step would make when there is none.</summary>
    /// <param name="match">The connections that it covers.</param>
    /// <param name="setting">The template it is to give; <see langword="null"/> when it cannot have one.</param>
    /// <param name="asked">What is required.</param>
    /// <param name="cannot">Why it cannot be; <see langword="null"/> when it can.</param>
    /// <param name="note">What else a person should know; empty when nothing.</param>
    public void Add(FilterMatch match, TemplateName? setting, Asked asked, string? cannot, string note = "")
    {
        var there = observed.Targets.FirstOrDefault(target => target.Id == match.Id);
        var target = there ?? WindowsTargets.Missing(match) with { IsNew = true };
        var moves = false;
        if (target.Owner == WindowsTargets.Ours && setting is { } through)
        {
            target = target with { Through = through.ToString() };
            moves = there is not null && WindowsImage.Read(target.Raw).Filter?.Setting is { } now && now != through;
            if (there is { Original: null })
            {
                // A step with an unknown outcome made it: there was no filter before it.
                target = target with
                {
                    Raw = WindowsTargets.Missing(match).Raw,
                    Current = Window.Unset,
                };
            }
        }
        if (
            _wants.TryAdd(
                match.Id,
                new Want(target, asked.Window, asked.Scope)
                {
                    Cannot = cannot,
                    Moves = moves,
                    Follows = setting is { } given ? [WindowsTargets.Id(given)] : [],
                    Note = string.Join(' ', new[] { asked.Note, note }.Where(text => text.Length > 0)),
                }
            ) && there is null
        )
            _made.Add(match.Id);
    }
}
