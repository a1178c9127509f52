var app = WebApplication.Create(args);
await app.RunAsync();
