using System.Net;
using System.Reflection;
using IwTune.Server.Tests.Features.Identity;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;
using Microsoft.AspNetCore.Components;
using Microsoft.AspNetCore.Components.Endpoints;
using Microsoft.AspNetCore.Routing;

namespace IwTune.Server.Tests.Console;

/// <summary>An address that a person changed by hand, or that a program made up, is answered by a page, never by a failure.</summary>
public sealed class StrangeAddressTests
{
    private static readonly string[] Texts = ["zz"];
    private static readonly string[] Numbers = ["zz", "", "-1"];

    [Fact]
    public async Task No_page_fails_on_a_value_that_it_does_not_know()
    {
        await using var server = await RunningServer.StartAsync();
        using var api = await server.ApiAsync();
        await api.PublishAsync(Api.Iw10, "*");
        await server.EnrolAsync("web-1");
        using var person = await Person.SignedInAsync(server, Role.Admin);
        var failed = new List<string>();
        foreach (var address in Addresses(server))
        {
            using var answer = await person.GetAsync(address);
            if (answer.StatusCode >= HttpStatusCode.InternalServerError)
                failed.Add($"{(int)answer.StatusCode} {address}");
        }
        Assert.Empty(failed);
    }

    /// <summary>Each page, for things that exist and things that do not, with each of its values in turn.</summary>
    private static IEnumerable<string> Addresses(RunningServer server) =>
        from endpoint in server.Get<EndpointDataSource>().Endpoints.OfType<RouteEndpoint>()
        let page = endpoint.Metadata.GetMetadata<ComponentTypeMetadata>()?.Type
        where page is not null
        let pattern = new Reachable("GET", "/" + endpoint.RoutePattern.RawText!.Trim('/'), [], "")
        from path in new[] { pattern.Address(_ => "zz"), pattern.Address(name => name == "Name" ? "edge" : "web-1") }.Distinct()
        from query in QueriesOf(page).Prepend("")
        select query.Length > 0 ? $"{path}?{query}" : path;

    private static IEnumerable<string> QueriesOf(Type page) =>
        from property in page.GetProperties(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic)
        let query = property.GetCustomAttribute<SupplyParameterFromQueryAttribute>()
        where query is not null
        from text in property.PropertyType.IsValueType ? Numbers : Texts
        select $"{query.Name ?? property.Name}={text}";
}
