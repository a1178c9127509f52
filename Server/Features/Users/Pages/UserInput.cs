using IwTune.Server.Features.Identity.Permissions;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Features.Users.Pages;

/// <summary>What the forms about users carry.</summary>
public sealed class UserInput
{
    public string Name { get; set; } = "";
    public string Role { get; set; } = "";
    public string Selector { get; set; } = "";
    public string Reason { get; set; } = "";

    /// <summary>Which button was pressed.</summary>
    public string Action { get; set; } = "";

    /// <summary>What is wrong with the selector, for its field.</summary>
    public string? SelectorProblem => GrantsText.SelectorProblem(Selector);

    /// <summary><see langword="null"/> when no known role was chosen.</summary>
    public AccessGrant? Grant => AccessGrant.Parse($"{Role}:{Selector.Trim()}");
}
