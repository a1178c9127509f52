using Microsoft.AspNetCore.Components;

namespace IwTune.Server.Console;

/// <summary>
/// A component that is drawn once, when it has everything. <see cref="ComponentBase"/> draws first at the first wait for the store. On a
/// page that is sent once that shows nothing to a reader, and the page's data is not there yet. SQLite never makes a caller wait;
/// PostgreSQL always does.
/// </summary>
public abstract class WholePage : ComponentBase
{
    private bool _begun;

    public override async Task SetParametersAsync(ParameterView parameters)
    {
        parameters.SetParameterProperties(this);
        if (!_begun)
        {
            _begun = true;
            OnInitialized();
            await OnInitializedAsync();
        }
        OnParametersSet();
        await OnParametersSetAsync();
        StateHasChanged();
    }
}
