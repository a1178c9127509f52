namespace IwTune.Server.Features.Hosts.Views.Pages;

/// <summary>What the forms of saved views send.</summary>
internal sealed class ViewInput
{
    public string Name { get; set; } = "";
    public string Query { get; set; } = "";
    public string Sort { get; set; } = "";
    public string Columns { get; set; } = "";
    public string Shared { get; set; } = "";
    public string Action { get; set; } = "";

    public IwTune.Shared.Fleet.Hosts.SavedViewRequest Read() => new(Name, Query, Sort, Columns, Shared.Length > 0);
}
