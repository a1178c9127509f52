using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Shared.Fleet.Webhooks;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Server.Features.Webhooks;

/// <summary>What a webhook must be before it is stored; every problem at once.</summary>
internal static class WebhookRules
{
    public const int MaxName = 100,
        MaxAddress = 2000,
        MaxSelector = 1000,
        MaxWebhooks = 100;

    public static IReadOnlyList<PolicyProblem> Problems(WebhookRequest request, AllowedNetworks networks, AllowedDestinations destinations)
    {
        var problems = new List<PolicyProblem>();
        if (request.Name is null || request.Name.Trim() is not { Length: > 0 and <= MaxName } name || !ShownText.IsPlain(name))
            problems.Add(new("name", null, $"is 1 to {MaxName} characters", 0, 0));
        problems.AddRange(
            AddressProblems(request.Address, networks, destinations).Select(wrong => new PolicyProblem("address", null, wrong, 0, 0))
        );
        if (request.Kinds is not { Count: > 0 })
            problems.Add(new("kinds", null, $"name at least one of {string.Join(", ", WebhookKinds.All)}", 0, 0));
        foreach (var kind in request.Kinds ?? [])
            if (kind is null || !WebhookKinds.All.Contains(kind, StringComparer.Ordinal))
                problems.Add(new("kinds", kind, $"is none of {string.Join(", ", WebhookKinds.All)}", 0, 0));
        if (!Enum.IsDefined(request.Format))
            problems.Add(new("format", null, "is json, slack or cef", 0, 0));
        if (request.Selector is { Length: > MaxSelector })
            problems.Add(new("selector", null, $"is longer than {MaxSelector} characters", 0, 0));
        else if (!string.IsNullOrWhiteSpace(request.Selector))
            problems.AddRange(Selector.Parse(request.Selector).Problems.Select(problem => problem.At("selector")));
        return problems;
    }

    /// <summary>What is wrong with a URL, as far as its text shows; host and addresses are checked at every connection too.</summary>
    public static IReadOnlyList<string> AddressProblems(string? address, AllowedNetworks networks, AllowedDestinations destinations)
    {
        if (
            address is not { Length: > 0 and <= MaxAddress }
            || !Uri.TryCreate(address, UriKind.Absolute, out var uri)
            || WebhookDestination.HostOf(uri) is not { Length: > 0 } host
        )
            return ["is not an address, such as https://example.org/hook"];
        var problems = new List<string>();
        if (uri.UserInfo.Length > 0)
            problems.Add("has a name or password before its host; put a token into the path or check the signature instead");
        if (uri.Scheme == Uri.UriSchemeHttp && !(uri.IsLoopback && networks.Loopback))
            problems.Add("is not https: events must not travel in the clear");
        else if (uri.Scheme != Uri.UriSchemeHttps && uri.Scheme != Uri.UriSchemeHttp)
            problems.Add("is not https");
        if (destinations.Refusal(host, uri.Port) is { } elsewhere)
            problems.Add(elsewhere);
        if (System.Net.IPAddress.TryParse(host, out var literal) && networks.Refusal(literal) is { } refused)
            problems.Add(refused);
        return problems;
    }

    /// <summary>Scheme, host and the first piece of the path: enough to know it by, too little to use it.</summary>
    public static string ReceiverOf(Uri address)
    {
        var pieces = address.AbsolutePath.Split('/', StringSplitOptions.RemoveEmptyEntries);
        var begin = address.GetComponents(UriComponents.SchemeAndServer, UriFormat.UriEscaped);
        return pieces.Length switch
        {
            0 => address.Query.Length > 0 ? $"{begin}/…" : $"{begin}/",
            1 when address.Query.Length == 0 && pieces[0].Length <= 24 => $"{begin}/{pieces[0]}",
            1 => $"{begin}/…",
            _ => pieces[0].Length <= 24 ? $"{begin}/{pieces[0]}/…" : $"{begin}/…",
        };
    }
}
