using System.Net;
using System.Net.Sockets;
using AngleSharp.Html.Dom;
using AngleSharp.Html.Parser;
using IwTune.Server.Tests.Running;
using IwTune.Shared.Fleet.Access;

namespace IwTune.Server.Tests.Console;

/// <summary>A person with a browser without scripts: pages in, forms out, cookies kept.</summary>
internal sealed class Person : IDisposable
{
    private readonly HttpClient http;
    private readonly CookieContainer cookies = new();

    private Person(Uri server, string from = "127.0.0.1") =>
        http = new(
            new SocketsHttpHandler
            {
                CookieContainer = cookies,
                AllowAutoRedirect = false,
                SslOptions = { RemoteCertificateValidationCallback = (_, certificate, _, _) => certificate is not null },
                ConnectCallback = (context, ct) => ConnectAsync(IPAddress.Parse(from), context.DnsEndPoint, ct),
            }
        )
        {
            BaseAddress = server,
            // A server that refuses a body need not read it; without this the connection would break while the body is still being sent.
            DefaultRequestHeaders = { ExpectContinue = true },
        };

    /// <summary>The browser's own connection, for calls that no page makes.</summary>
    public HttpClient Http => http;

    public static Person Stranger(RunningServer server, string from = "127.0.0.1") => new(server.Url, from);

    public static Person Stranger(Uri server, string from) => new(server, from);

    public static Task<Person> SignedInAsync(RunningServer server, Role role = Role.Admin) =>
        SignedInAsync(server, "p" + role.ToString().ToLowerInvariant(), new AccessGrant(role));

    public static async Task<Person> SignedInAsync(RunningServer server, string name, params AccessGrant[] grants)
    {
        var person = new Person(server.Url);
        foreach (var cookie in await TestAccounts.SignedInAsync(server, name, grants))
            person.cookies.SetCookies(server.Url, cookie);
        return person;
    }

    public Task<HttpResponseMessage> GetAsync(string address) => http.GetAsync(address);

    public async Task<IHtmlDocument> OpenAsync(string address, HttpStatusCode expected = HttpStatusCode.OK)
    {
        using var answer = await http.GetAsync(address);
        return await ReadAsync(answer, expected);
    }

    public static async Task<IHtmlDocument> ReadAsync(HttpResponseMessage answer, HttpStatusCode expected = HttpStatusCode.OK)
    {
        var text = await answer.Content.ReadAsStringAsync();
        Assert.True(
            answer.StatusCode == expected,
            $"{(int)answer.StatusCode} instead of {(int)expected}: {text[..Math.Min(text.Length, 400)]}"
        );
        return new HtmlParser().ParseDocument(text);
    }

    /// <summary>Opens a page, fills in the form of that name and sends it with all its fields.</summary>
    public async Task<HttpResponseMessage> SubmitAsync(string address, string form, params (string Name, string Value)[] fields) =>
        await SendAsync(await OpenAsync(address), address, form, fields);

    /// <summary>Fills in and sends a form of a page that is already open.</summary>
    public Task<HttpResponseMessage> SendAsync(IHtmlDocument page, string address, string form, params (string Name, string Value)[] fields)
    {
        var element = page.QuerySelectorAll("form").First(f => f.QuerySelector($"input[name=_handler][value={form}]") is not null);
        var values = element
            .QuerySelectorAll("input[name], textarea[name], select[name]")
            .Where(e => e is not IHtmlInputElement { Type: "checkbox", IsChecked: false })
            .ToDictionary(e => e.GetAttribute("name")!, Value, StringComparer.Ordinal);
        foreach (var (name, value) in fields)
            values[name] = value;
        return PostAsync(address, values);
    }

    public Task<HttpResponseMessage> PostAsync(string address, IReadOnlyDictionary<string, string> fields) =>
        http.PostAsync(address, new FormUrlEncodedContent(fields));

    public void Dispose() => http.Dispose();

    private static async ValueTask<Stream> ConnectAsync(IPAddress from, DnsEndPoint to, CancellationToken ct)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(from, 0));
            await socket.ConnectAsync(IPAddress.TryParse(to.Host, out var address) ? address : IPAddress.Loopback, to.Port, ct);
            return new NetworkStream(socket, ownsSocket: true);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }

    private static string Value(AngleSharp.Dom.IElement element) =>
        element switch
        {
            IHtmlTextAreaElement text => text.Value,
            IHtmlSelectElement select => select.Value ?? "",
            IHtmlInputElement input => input.Value,
            _ => "",
        };
}
