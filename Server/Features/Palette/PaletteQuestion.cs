using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Palette;

/// <summary>What a person typed.</summary>
/// <param name="Text">Without blanks around it; may be empty.</param>
/// <param name="Who">Who asks.</param>
internal sealed record PaletteQuestion(string Text, ClaimsPrincipal Who)
{
    /// <summary>Entries of one kind.</summary>
    public const int Most = 8;

    /// <summary>True before anything is typed: only what everyone uses is offered then.</summary>
    public bool IsOpen => Text.Length == 0;

    /// <summary>True when one of the names has the text in it.</summary>
    public bool Fits(params ReadOnlySpan<string> names)
    {
        foreach (var name in names)
        {
            if (name.Contains(Text, StringComparison.OrdinalIgnoreCase))
                return true;
        }
        return false;
    }

    public bool May(Permission permission) => Who.May(permission);
}
